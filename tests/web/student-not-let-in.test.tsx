import { forgetDevice } from '#tests/support/dom.ts';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { classProfiles } from '#api/ground/db/schema.ts';
import { addProfile, showDialogs, visitAs } from '#tests/support/child-in-jsdom.tsx';
import { noteOperations } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { patience } from '#tests/support/patience.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeChild, makeClass, makeLesson, makePost, makeTextBook } from '#tests/support/teaching.ts';
import { paths } from '#web/paths.ts';
import { hintFor } from '#web/student/features/profiles/child/take-child.ts';

const world = keptWorld();
beforeEach(() => {
  showDialogs();
  forgetDevice();
});

async function aClass() {
  const { db } = world.services;
  const book = await makeTextBook(db);
  await makeLesson(db, { textbookId: book.id, position: 0 });
  const room = await makeClass(db, { textbookId: book.id, className: 'Room of guests' });
  const member = await makeChild(db, { classId: room.id, name: 'Emi' });
  await makePost(db, { classId: room.id, profileId: member.id, title: 'A boat' });
  return { db, room };
}

/** The gateway's error for a device that the teacher has blocked from a class. */
const blocked = {
  errors: [{ message: 'no', extensions: { code: 'FORBIDDEN', status: 403, messageKey: 'messages.blockedFromClass' } }],
};

it('a child whom the teacher has not let in yet is told to wait, without loading the wall again for each tap', async () => {
  const { db, room } = await aClass();
  const { screen, user, router } = await visitAs(world, 'Rin', paths.studentClass(room.classHashCode));
  await screen.findByRole('heading', { name: 'Room of guests' });
  await vi.waitFor(async () => {
    const set = await db.update(classProfiles).set({ waiting: true }).where(eq(classProfiles.classId, room.id));
    expect(set.rowCount).toBe(2);
  }, patience);
  await router.navigate(paths.communityList({ class: room.classHashCode }));
  await screen.findByText('A boat');
  const asked = noteOperations();
  onTestFinished(() => void vi.unstubAllGlobals());

  await user.click(screen.getByRole('button', { name: /a heart/ }));
  await screen.findByText('Wait until your teacher lets you in.');
  await user.click(screen.getByRole('button', { name: /^Tell the teacher/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'What’s wrong here?' }));
  await user.click(sheet.getByRole('button', { name: 'Something else' }));
  await sheet.findByText('Wait until your teacher lets you in.');
  expect(asked.filter((name) => name === 'CommunityWall')).toEqual([]);
});

it('a device that the teacher has blocked is told so, and not to try again', async () => {
  const { room } = await aClass();
  const shown = await renderRoute({ world, path: paths.profiles({ class: room.classHashCode }) });
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (...asked: Parameters<typeof fetch>) =>
    typeof asked[1]?.body === 'string' && asked[1].body.includes('CreateStudent')
      ? Promise.resolve(Response.json(blocked))
      : fetch(...asked),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  await addProfile(shown, 'Rui');
  await shown.screen.findByText('This class is closed here. Ask your teacher.');
  // A child of the class's list is not told that its animals are wrong.
  expect(hintFor(new CombinedGraphQLErrors(blocked))).toBe('classClosedHere');
});
