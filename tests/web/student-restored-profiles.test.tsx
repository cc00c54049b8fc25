import { forgetDevice, reachGateway } from '#tests/support/dom.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { signStudentToken } from '#api/domains/auth/tokens.ts';
import { classProfiles } from '#api/ground/db/schema.ts';
import { ChildGuard } from '#schema/rest/enumerations.ts';
import { showDialogs } from '#tests/support/child-in-jsdom.tsx';
import { noteOperations } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeChild, makeClass, makeTextBook } from '#tests/support/teaching.ts';
import { paths } from '#web/paths.ts';
import { nextTask } from '#web/shared/next-task.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { infoOf } from '#web/student/platform/profiles/stored-profile.ts';

const world = keptWorld();
beforeAll(showDialogs);
beforeEach(forgetDevice);

/** A child of a class that asks for nothing, on a device that took it from the class's list. */
async function aTakenChild() {
  const { db, secrets } = world.services;
  const book = await makeTextBook(db);
  const room = await makeClass(db, { textbookId: book.id, childGuard: ChildGuard.NONE });
  const child = await makeChild(db, { classId: room.id, name: 'Mia' });
  const token = await signStudentToken(secrets, child.id);
  return {
    book,
    profile: { ...child, animal: 'cat', token, isTaken: true, classIds: [room.id], place: null } as const,
  };
}

it('a child who was taken onto this device says so when it joins another class', async () => {
  const { book, profile } = await aTakenChild();
  const { db } = world.services;
  const next = await makeClass(db, { textbookId: book.id });
  const { router } = await renderRoute({ world, path: paths.check });
  act(() => {
    profileStore.add(profile);
    profileStore.setInfo(infoOf(profile));
  });
  const sent = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => sent.mockRestore());
  await act(() => router.navigate(paths.studentClass(next.classHashCode)));
  await waitFor(async () => expect(await db.$count(classProfiles, eq(classProfiles.classId, next.id))).toBe(1));
  const bodies = sent.mock.calls.map(([, init]) => (typeof init?.body === 'string' ? init.body : ''));
  const [join = '{}'] = bodies.filter((body) => body.includes('"JoinClass"'));
  expect(JSON.parse(join)).toMatchObject({ variables: { classHashCode: next.classHashCode, taken: true } });
});

/** The hook as a page has it that has just loaded; its profiles, and the operations that it asks for. */
async function aLoadedPage() {
  reachGateway(world.url);
  vi.resetModules();
  const { useRestoredProfiles } = await import('#web/student/features/profiles/use-restored-profiles.ts');
  const { profileStore: profiles } = await import('#web/student/platform/profiles/profile-store.ts');
  const asked = noteOperations();
  onTestFinished(() => void vi.unstubAllGlobals());
  return { asked, profiles, show: () => renderHook(useRestoredProfiles) };
}

it('a device without profiles asks for its own once', async () => {
  const { asked, show } = await aLoadedPage();
  const { unmount } = show();
  unmount();
  show();
  await act(nextTask);
  expect(asked).toEqual(['DeviceProfiles']);
});

it('a device whose last profile is removed asks for none back', async () => {
  const { profile } = await aTakenChild();
  const { asked, profiles, show } = await aLoadedPage();
  profiles.add(profile);
  show();
  act(() => profiles.remove(profile.id));
  await act(nextTask);
  expect(profiles.getState().profiles).toEqual([]);
  expect(asked).toEqual([]);
});
