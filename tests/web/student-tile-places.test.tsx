import { forgetDevice } from '#tests/support/dom.ts';
import { act, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { signStudentToken } from '#api/domains/auth/tokens.ts';
import { showDialogs } from '#tests/support/child-in-jsdom.tsx';
import { holdRequests } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeChild, makeClass, makeTextBook } from '#tests/support/teaching.ts';
import { paths } from '#web/paths.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { placeIn } from '#web/student/platform/profiles/stored-profile.ts';

const world = keptWorld();
beforeAll(showDialogs);
beforeEach(forgetDevice);

it('tiles that are shown stay in their places when the class’s list comes late', async () => {
  const { db, secrets } = world.services;
  const book = await makeTextBook(db);
  const room = await makeClass(db, { textbookId: book.id });
  const [ann, bea, cid] = await Promise.all(
    ['Ann', 'Bea', 'Cid'].map((name) => makeChild(db, { classId: room.id, name })),
  );
  if (!ann || !bea || !cid) throw new Error('the class has no children');
  const place = placeIn({ ...room, textBook: book });
  const wait = globalThis.setTimeout;
  const timers = vi.spyOn(globalThis, 'setTimeout');
  // The page’s patience with the list ends soon.
  timers.mockImplementation((run: () => void, after?: number) => wait(run, after === 2_500 ? 50 : after));
  onTestFinished(() => timers.mockRestore());
  const { isSent, letGo } = holdRequests('ClassRoster');
  const { screen } = await renderRoute({ world, path: paths.profiles({ class: room.classHashCode }) });
  const tokens = [await signStudentToken(secrets, cid.id), await signStudentToken(secrets, bea.id)];
  act(() => {
    for (const [at, { id, name }] of [cid, bea].entries())
      profileStore.add({ id, name, animal: 'owl', token: tokens[at] ?? '', classIds: [room.id], place });
  });
  const names = () =>
    screen.getAllByRole('button', { name: /, that’s me$/ }).map(({ textContent }) => textContent.trim());
  await isSent(1);
  await waitFor(() => expect(names()).toHaveLength(2));
  const before = names();
  letGo(0);
  await screen.findByRole('button', { name: 'Ann, that’s me' });
  expect(names().slice(0, 2)).toEqual(before);
  expect(names()[2]).toContain('Ann');
});
