import { reachGateway } from '#tests/support/dom.ts';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { signStudentToken } from '#api/domains/auth/tokens.ts';
import { boardSessions, contents } from '#api/ground/db/schema.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { lessonOfMia } from '#tests/support/lesson-in-jsdom.tsx';
import { createBoardLink } from '#web/student/features/board/board-link.ts';
import { tellFinished } from '#web/student/platform/content-finished.ts';

const world = keptWorld();
const { made, begin, beginWithMia, turn, kept, visit } = lessonOfMia(world);

describe('“Everyone here” on a child’s tablet', () => {
  it('asks once, leads to each page, tells what is done, and lets the child go', async () => {
    await begin();
    const { screen, user, router, isAt } = await visit();
    await screen.findByRole('dialog', { name: 'Follow the teacher?' });
    await user.click(screen.getByRole('button', { name: /Yes, let’s go!/ }));
    await isAt(0);
    await screen.findByRole('heading', { name: 'Red' });
    // Whoever looks at a page to read has finished it.
    await waitFor(async () => expect(await kept()).toMatchObject([{ contentId: made().pages[0].id, finished: true }]));
    const sound = document.body.appendChild(document.createElement('audio'));
    fireEvent(sound, new Event('ended'));
    sound.remove();
    await waitFor(async () => expect(await kept()).toMatchObject([{ heard: true, spoken: false }]));

    await user.click(screen.getByRole('link', { name: 'Home' }));
    await screen.findByRole('heading', { name: 'Room 1' });
    await waitFor(async () => expect(await kept()).toMatchObject([{ contentId: null, heard: false }]));
    // What was done stays done for a child who comes back to the page.
    await user.click(await screen.findByRole('button', { name: /Go to the page/ }));
    await isAt(0);
    await waitFor(async () => expect(await kept()).toMatchObject([{ contentId: made().pages[0].id, heard: true }]));
    await user.click(screen.getByRole('link', { name: 'Home' }));
    await screen.findByRole('heading', { name: 'Room 1' });
    await turn();
    await isAt(1);
    await waitFor(async () => expect(await kept()).toMatchObject([{ contentId: made().pages[1].id, heard: false }]));

    await user.click(screen.getByRole('button', { name: /Go on alone/ }));
    await waitFor(async () => expect(await kept()).toEqual([]));
    await screen.findByRole('button', { name: /Follow the teacher/ });
    expect(router.state.location.pathname).toContain(made().pages[1].hashCode);
  });

  it('tells that a page for speaking was spoken', async () => {
    const { db } = world.services;
    const [page] = made().pages;
    await db.update(contents).set({ type: ContentType.RECORD }).where(eq(contents.id, page.id));
    await beginWithMia();
    const { screen, isAt } = await visit();
    await isAt(0);
    await screen.findByRole('heading', { name: 'Red' });
    act(() => void tellFinished(page.hashCode));
    await waitFor(async () => expect(await kept()).toMatchObject([{ finished: true, spoken: true }]));
  });

  it('does not ask a child who has agreed on another tablet, and ends with the board', async () => {
    await beginWithMia();
    const { screen, isAt } = await visit();
    await isAt(0);
    await screen.findByText('With the teacher');
    expect(screen.queryByRole('dialog')).toBeNull();
    await world.services.db.delete(boardSessions).where(eq(boardSessions.classId, made().room.id));
    await waitFor(() => expect(screen.queryByText('With the teacher')).toBeNull());
  });

  it('asks again when another board takes over at once, and no more when that one has ended', async () => {
    const asked = vi.spyOn(globalThis, 'fetch');
    onTestFinished(() => asked.mockRestore());
    const ofStream = () =>
      asked.mock.calls.findIndex(([, init]) => new Headers(init?.headers).get('accept') === 'text/event-stream');
    await beginWithMia();
    const { screen, isAt } = await visit();
    await isAt(0);
    await waitFor(() => expect(ofStream()).not.toBe(-1));
    await asked.mock.results[ofStream()]?.value;
    const ofRoom = eq(boardSessions.classId, made().room.id);
    await world.services.db.transaction(async (tx) => {
      await tx.delete(boardSessions).where(ofRoom);
      await begin(tx);
    });
    await screen.findByRole('dialog', { name: 'Follow the teacher?' });
    await world.services.db.delete(boardSessions).where(ofRoom);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
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
    await beginWithMia();
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
      classHashCode: made().room.classHashCode,
      token: await signStudentToken(world.services.secrets, made().child.id),
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

  it('gives up a report that gets no answer, so that the next one is sent', async () => {
    const limits: (() => void)[] = [];
    const limited = vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => {
      const late = new AbortController();
      if (limit <= 10_000) limits.push(() => late.abort(new DOMException('late', 'TimeoutError')));
      return late.signal;
    });
    const send = globalThis.fetch;
    let reports = 0;
    const slow = vi.spyOn(globalThis, 'fetch').mockImplementation((address, init) => {
      if (typeof init?.body !== 'string' || !init.body.includes('"FollowBoard"')) return send(address, init);
      reports += 1;
      return new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted'))));
    });
    onTestFinished(() => [limited, slow].forEach((spy) => spy.mockRestore()));
    await beginWithMia();
    const { isAt } = await visit();
    await isAt(0);
    await waitFor(() => expect(reports).toBe(1));
    limits.forEach((end) => end());
    await waitFor(() => expect(reports).toBe(2));
  });
});
