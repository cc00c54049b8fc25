import { forgetDevice, reachGateway } from '#tests/support/dom.ts';
import { act, waitFor } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signStudentToken } from '#api/domains/auth/tokens.ts';
import { newId } from '#api/ground/db/ids.ts';
import { communityPosts, finishedContents } from '#api/ground/db/schema.ts';
import { mergeClassProfiles } from '#schema/rest/class-profiles.ts';
import { ChildGuard, ContentType } from '#schema/rest/enumerations.ts';
import { send } from '#tests/api/school.ts';
import { showDialogs } from '#tests/support/child-in-jsdom.tsx';
import { emptyOutbox } from '#tests/support/empty-outbox.ts';
import { takeForms } from '#tests/support/form-requests.ts';
import { holdRequests } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { sound } from '#tests/support/media-samples.ts';
import { signIn } from '#tests/support/people.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeChild, makeClass, makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { paths } from '#web/paths.ts';
import { nextTask } from '#web/shared/next-task.ts';
import { finishedContent } from '#web/student/platform/change-progress.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { infoOf, placeIn } from '#web/student/platform/profiles/stored-profile.ts';
import { everybody, storedProgress } from '#web/student/platform/progress.ts';
import { outbox } from '#web/student/platform/sending/outbox.ts';
import type { Recording } from '#web/student/platform/sending/work.ts';
import { workInHand } from '#web/student/platform/work-in-hand.ts';

const world = keptWorld();
let voice: ArrayBuffer;

beforeAll(async () => {
  showDialogs();
  voice = Uint8Array.from(await sound('mp3')).buffer;
});
beforeEach(async () => {
  forgetDevice();
  reachGateway(world.url);
  await emptyOutbox();
});

/** A class with a child whom two profiles stand for: the list's, and one that was made on this device. */
async function aTwin(childGuard: ChildGuard = ChildGuard.NONE) {
  const { db, secrets } = world.services;
  const book = await makeTextBook(db);
  const unit = await makeLesson(db, { textbookId: book.id, position: 0 });
  const page = await makeContent(db, { lessonId: unit.id, position: 0, type: ContentType.RECORD });
  const room = await makeClass(db, { textbookId: book.id, childGuard });
  const kept = await makeChild(db, { classId: room.id, name: 'Tanaka Mia' });
  const twin = await makeChild(db, { classId: room.id, name: 'Mia' });
  const place = placeIn({ ...room, textBook: book });
  const token = await signStudentToken(secrets, twin.id);
  const profile = { id: twin.id, name: 'Mia', animal: 'cat', token, classIds: [room.id], place } as const;
  const id = newId();
  const recording: Recording = {
    ...{ kind: 'record', id, clientId: id, profileId: twin.id, madeAt: 1, bytes: voice, seconds: 2, silent: false },
    ...{ contentHashCode: page.hashCode, lessonHashCode: unit.hashCode },
    // The server refused the twin, whom it does not know any more.
    ...{ classHashCode: room.classHashCode, classId: room.id, requestId: null, stuck: 'sendNotYourClass' },
  };
  const { accessToken } = await signIn(world, 'Administrator');
  const merge = () =>
    send(world, mergeClassProfiles, {
      token: accessToken,
      params: { id: room.id },
      body: { intoId: kept.id, fromIds: [twin.id] },
    }).expect(200);
  return { book, room, unit, page, kept, profile, recording, merge };
}
type Twin = Awaited<ReturnType<typeof aTwin>>;

/** Shows a page on the device of the twin, whose recording waits there. */
async function open({ profile, recording, unit, page }: Twin, { path, isActive }: { path: string; isActive: boolean }) {
  const shown = await renderRoute({ world, path: paths.check });
  await outbox.keep(recording);
  act(() => {
    profileStore.add(profile);
    if (!isActive) return;
    finishedContent(profile.id, unit.hashCode, page.hashCode);
    profileStore.setInfo(infoOf(profile));
  });
  await act(() => shown.router.navigate(path));
  return shown;
}

const isHere = () => profileStore.getState().profiles.map(({ id }) => id);
const isActive = () => profileStore.getState().info?.id;

/** The device has the kept profile alone, and its wall the recording. */
async function goesOnAsOne({ kept, room }: Twin): Promise<void> {
  await waitFor(() => expect(isHere()).toEqual([kept.id]));
  expect(isActive()).toBe(kept.id);
  await waitFor(async () => expect(await outbox.select(({ id }) => id)).toEqual([]));
  const posts = await world.services.db.select().from(communityPosts).where(eq(communityPosts.profileId, kept.id));
  expect(posts).toMatchObject([{ classId: room.id }]);
}

describe('on a device with a profile that staff merged into the child’s other one', () => {
  beforeEach(() => void takeForms());

  it('the tile has gone, and the child’s own tile brings what waited to the wall', async () => {
    const twin = await aTwin();
    await twin.merge();
    const path = paths.profiles({ class: twin.room.classHashCode });
    const { screen, user, router } = await open(twin, { path, isActive: false });
    const tile = await screen.findByRole('button', { name: 'Tanaka Mia, that’s me' });
    expect(screen.queryByRole('button', { name: 'Mia, that’s me' })).toBeNull();
    await user.click(tile);
    await goesOnAsOne(twin);
    expect(router.state.location.pathname).toBe(paths.studentClass(twin.room.classHashCode));
  });

  it('an open page goes on as the child, with the hanamaru of before', async () => {
    const twin = await aTwin();
    const { kept, profile, room } = twin;
    await twin.merge();
    await open(twin, { path: paths.studentClass(room.classHashCode), isActive: true });
    await goesOnAsOne(twin);
    const { db } = world.services;
    await waitFor(async () =>
      expect(await db.$count(finishedContents, eq(finishedContents.profileId, kept.id))).toBe(1),
    );
    expect(storedProgress(everybody.get(), profile.id).done).toEqual({});
  });

  it('the page waits while the child makes something', async () => {
    const twin = await aTwin();
    await twin.merge();
    const letGo = workInHand.claim();
    const asked = holdRequests('ClassRoster');
    await open(twin, { path: paths.studentClass(twin.room.classHashCode), isActive: true });
    await asked.isSent(1);
    asked.letGo(0);
    await nextTask();
    await nextTask();
    expect(isActive()).toBe(twin.profile.id);
    letGo();
    await goesOnAsOne(twin);
  });

  it('a child who shows its animals first chooses itself; nothing is lost meanwhile', async () => {
    const twin = await aTwin(ChildGuard.PICTURES);
    await twin.merge();
    const { screen } = await open(twin, { path: paths.studentClass(twin.room.classHashCode), isActive: true });
    await screen.findByRole('button', { name: 'Tanaka Mia, that’s me' });
    expect(screen.queryByRole('button', { name: 'Mia, that’s me' })).toBeNull();
    expect([isActive(), isHere()]).toEqual([undefined, [twin.profile.id]]);
    expect(await outbox.select(({ id }) => id)).toEqual([twin.recording.id]);
  });
});
