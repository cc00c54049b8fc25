import '#tests/support/dom.ts';
import { act } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { pageViews } from '#api/ground/db/schema.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { lessonOfMia } from '#tests/support/lesson-in-jsdom.tsx';
import { randomUuid } from '#web/shared/random-uuid.ts';
import { sendPageView } from '#web/student/platform/usage/send-page-view.ts';

const world = keptWorld();
const { made, visit } = lessonOfMia(world);

it.each<[string, () => string | undefined, () => string | null]>([
  ['nobody', () => undefined, () => null],
  ['a child who is not on the device any more', () => randomUuid(), () => null],
  ['the child itself', () => made().child.id, () => made().child.id],
])('a view of %s that is sent later is not another child’s', async (_, profileIdOf, expected) => {
  await visit();
  const eventId = randomUuid();
  const view = {
    name: 'Class',
    pageUrl: `/student/class/${made().room.classHashCode}`,
    duration: 1,
    sessionKey: undefined,
  };
  const sent = { ...view, eventId, startedAt: new Date().toISOString(), profileId: profileIdOf() };
  await act(async () => expect(await sendPageView(sent)).toBe(true));
  const rows = await world.services.db.select().from(pageViews).where(eq(pageViews.eventId, eventId));
  expect(rows.map(({ profileId }) => profileId)).toEqual([expected()]);
});
