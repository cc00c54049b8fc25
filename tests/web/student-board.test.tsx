import { reachGateway } from '#tests/support/dom.ts';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { signStudentToken } from '#api/domains/auth/tokens.ts';
import { boardFollowers, boardSessions, contents } from '#api/ground/db/schema.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { forgetDevice, showDialogs } from '#tests/support/child-in-jsdom.tsx';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import {
  makeBoardSession,
  makeChild,
  makeClass,
  makeContent,
  makeLesson,
  makeTextBook,
} from '#tests/support/teaching.ts';
import { paths } from '#web/paths.ts';
import { createBoardLink } from '#web/student/features/board/board-link.ts';
import { tellFinished } from '#web/student/platform/content-finished.ts';
import { recording } from '#web/student/platform/device/recording.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { infoOf } from '#web/student/platform/profiles/stored-profile.ts';

const world = keptWorld();
let book: Awaited<ReturnType<typeof makeTextBook>>;
let room: Awaited<ReturnType<typeof makeClass>>;
let child: Awaited<ReturnType<typeof makeChild>>;
let pages: Awaited<ReturnType<typeof makeContent>>[];

beforeEach(async () => {
  showDialogs();
  forgetDevice();
  const { db } = world.services;
  book = await makeTextBook(db, { name: 'Board' });
  const unit = await makeLesson(db, { textbookId: book.id, position: 0 });
  pages = [];
  for (const [position, name] of ['Red', 'Blue'].entries())
    pages.push(await makeContent(db, { lessonId: unit.id, position, name, type: ContentType.READ }));
  room = await makeClass(db, { textbookId: book.id, className: 'Room 1' });
  child = await makeChild(db, { classId: room.id, name: 'Mia' });
});

const begin = () => makeBoardSession(world.services.db, { classId: room.id, contentId: pages[0]?.id ?? '' });
const turn = () =>
  world.services.db
    .update(boardSessions)
    .set({ contentId: pages[1]?.id, version: sql`${boardSessions.version} + 1` })
    .where(eq(boardSessions.classId, room.id));
/** The child records until the returned function is called. */
function record(): () => void {
  const claims: (() => void)[] = [];
  act(() => void claims.push(recording.claim()));
  return () => act(() => claims.forEach((end) => end()));
}
const kept = () => world.services.db.select().from(boardFollowers).where(eq(boardFollowers.profileId, child.id));

/** The class's page with the child on this device. */
async function visit() {
  const shown = await renderRoute({ world, path: paths.check });
  const token = await signStudentToken(world.services.secrets, child.id);
  const place = {
    ...{ hashCode: room.classHashCode, classId: room.id, className: room.className },
    ...{ textBookId: book.id, textBookName: book.name },
  };
  act(() => {
    const profile = { id: child.id, name: 'Mia', animal: 'cat', token, classIds: [room.id], place } as const;
    profileStore.add(profile);
    profileStore.setInfo(infoOf(profile));
  });
  await act(() => shown.router.navigate(paths.studentClass(room.classHashCode)));
  const isAt = (index: number) =>
    waitFor(() => expect(shown.router.state.location.pathname).toBe(`/student/content/${pages[index]?.hashCode}`));
  return { ...shown, isAt };
}

describe('“Everyone here” on a child’s tablet', () => {
  it('asks once, leads to each page, tells what is done, and lets the child go', async () => {
    await begin();
    const { screen, user, router, isAt } = await visit();
    await screen.findByRole('dialog', { name: 'Follow the teacher?' });
    await user.click(screen.getByRole('button', { name: /Yes, let’s go!/ }));
    await isAt(0);
    await screen.findByRole('heading', { name: 'Red' });
    // Whoever looks at a page to read has finished it.
    await waitFor(async () => expect(await kept()).toMatchObject([{ contentId: pages[0]?.id, finished: true }]));
    const sound = document.body.appendChild(document.createElement('audio'));
    fireEvent(sound, new Event('ended'));
    sound.remove();
    await waitFor(async () => expect(await kept()).toMatchObject([{ heard: true, spoken: false }]));

    await user.click(screen.getByRole('link', { name: 'Home' }));
    await screen.findByRole('heading', { name: 'Room 1' });
    await screen.findByRole('button', { name: /Go to the page/ });
    await turn();
    await isAt(1);
    await waitFor(async () => expect(await kept()).toMatchObject([{ contentId: pages[1]?.id, heard: false }]));

    await user.click(screen.getByRole('button', { name: /Go on alone/ }));
    await waitFor(async () => expect(await kept()).toEqual([]));
    await screen.findByRole('button', { name: /Follow the teacher/ });
    expect(router.state.location.pathname).toContain(pages[1]?.hashCode);
  });

  it('tells that a page for speaking was spoken', async () => {
    const { db } = world.services;
    const [page] = pages;
    await db
      .update(contents)
      .set({ type: ContentType.RECORD })
      .where(eq(contents.id, page?.id ?? ''));
    const { id: sessionId } = await begin();
    await db.insert(boardFollowers).values({ sessionId, profileId: child.id });
    const { screen, isAt } = await visit();
    await isAt(0);
    await screen.findByRole('heading', { name: 'Red' });
    act(() => void tellFinished(page?.hashCode ?? ''));
    await waitFor(async () => expect(await kept()).toMatchObject([{ finished: true, spoken: true }]));
  });

  it('leads nobody away from a recording, and goes on when that has ended', async () => {
    const { id: sessionId } = await begin();
    await world.services.db.insert(boardFollowers).values({ sessionId, profileId: child.id });
    const { screen, router, isAt } = await visit();
    await isAt(0);
    const end = record();
    await turn();
    await screen.findByRole('button', { name: /Go to the page/ });
    expect(router.state.location.pathname).toContain(pages[0]?.hashCode);
    end();
    await isAt(1);
    // Another recording of a child who looks elsewhere ends without a turned page.
    await act(() => router.navigate(paths.studentClass(room.classHashCode)));
    record()();
    expect(router.state.location.pathname).toContain('/student/class/');
  });

  it('does not ask a child who has agreed on another tablet, and ends with the board', async () => {
    const { id: sessionId } = await begin();
    await world.services.db.insert(boardFollowers).values({ sessionId, profileId: child.id });
    const { screen, isAt } = await visit();
    await isAt(0);
    await screen.findByText('With the teacher');
    expect(screen.queryByRole('dialog')).toBeNull();
    await world.services.db.delete(boardSessions).where(eq(boardSessions.id, sessionId));
    await waitFor(() => expect(screen.queryByText('With the teacher')).toBeNull());
  });

  it('is a word at the end of the page for a child who does not follow', async () => {
    await begin();
    const { screen, user, isAt } = await visit();
    await user.click(await screen.findByRole('button', { name: /Not now/ }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await kept()).toEqual([]);
    await user.click(screen.getByRole('button', { name: /Follow the teacher/ }));
    await isAt(0);
  });

  it('brings a tablet that was offline to the page of now', async () => {
    const { id: sessionId } = await begin();
    await world.services.db.insert(boardFollowers).values({ sessionId, profileId: child.id });
    const { isAt } = await visit();
    await isAt(0);
    const hidden = Object.getOwnPropertyDescriptor(Document.prototype, 'hidden');
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await turn();
    if (hidden) Object.defineProperty(document, 'hidden', hidden);
    act(() => void window.dispatchEvent(new Event('online')));
    await isAt(1);
  });

  it('sends one report at a time, so that an older one cannot arrive last', async () => {
    await begin();
    reachGateway(world.url);
    const sent: unknown[] = [];
    let answer = () => {};
    const link = createBoardLink({
      classHashCode: room.classHashCode,
      token: await signStudentToken(world.services.secrets, child.id),
      send: ({ finished }) => {
        sent.push(finished);
        return new Promise<void>((resolve) => (answer = resolve));
      },
    });
    const close = link.open();
    await waitFor(() => expect(link.getState().page).not.toBeNull());
    link.follow();
    link.report({ finished: false });
    link.report({ finished: true });
    expect(sent).toEqual([undefined]);
    answer();
    await waitFor(() => expect(sent).toEqual([undefined, true]));
    close();
  });
});
