import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { profiles } from '#api/ground/db/schema.ts';
import { takeCard } from '#schema/rest/rosters.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { rosterFiles } from '#tests/support/roster-package.ts';
import { dayFromNow } from '#tests/support/teaching.ts';
import { rosterDesk } from './roster-desk.ts';
import { send } from './school.ts';

const world = keptApi();
const { bring, classOf, childrenOf, aRoster } = rosterDesk(world);

describe('a package for a class that is there', () => {
  test('of next year leaves the cards of its children with the class that is under way', async () => {
    const { roster, lesson } = aRoster();
    const next = { ...lesson, id: `C-${newId()}`, title: '2年1組' };
    await bring(rosterFiles(roster));
    await bring(rosterFiles({ ...roster, lessons: [next], year: [dayFromNow(210), dayFromNow(500)] }));
    const [now, later] = [(await classOf(lesson.id))?.id ?? '', (await classOf(next.id))?.id ?? ''];
    const children = await childrenOf(later);
    expect(children).toEqual(await childrenOf(now));
    const [card] = await world.services.db
      .select({ code: profiles.cardCode })
      .from(profiles)
      .where(eq(profiles.id, children[0]?.id ?? ''));
    const taken = await answerOf(takeCard, send(world, takeCard, { body: { cardCode: card?.code } }));
    expect(taken.lastClass?.id).toBe(now);
  });
});
