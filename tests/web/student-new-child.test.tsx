import { forgetDevice } from '#tests/support/dom.ts';
import { within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { classProfiles, profiles } from '#api/ground/db/schema.ts';
import { showDialogs } from '#tests/support/child-in-jsdom.tsx';
import { loseAnswers } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeClass, makeTextBook } from '#tests/support/teaching.ts';
import { paths } from '#web/paths.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';

const world = keptWorld();
beforeAll(showDialogs);
beforeEach(forgetDevice);

it('a new child whose answer is lost is in the class once after the second try', async () => {
  const { db } = world.services;
  const room = await makeClass(db, { textbookId: (await makeTextBook(db)).id, className: 'Room 1' });
  const { screen, user } = await renderRoute({ world, path: paths.studentClass(room.classHashCode) });
  await user.click(await screen.findByRole('button', { name: 'Someone new' }));
  const sheet = within(await screen.findByRole('dialog'));
  await user.type(sheet.getByRole('textbox'), 'Mia');
  const start = sheet.getByRole('button', { name: 'Start' });
  const arriveAgain = loseAnswers('CreateStudent');
  await user.click(start);
  await sheet.findByRole('alert');
  arriveAgain();
  await user.click(start);
  await screen.findByRole('heading', { name: 'Room 1' });
  const children = await db
    .select({ id: profiles.id, name: profiles.name })
    .from(classProfiles)
    .innerJoin(profiles, eq(profiles.id, classProfiles.profileId))
    .where(eq(classProfiles.classId, room.id));
  expect(children).toEqual([{ id: profileStore.getState().info?.id, name: 'Mia' }]);
});
