import '#tests/support/dom.ts';
import { ApolloProvider } from '@apollo/client/react';
import { act, renderHook, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { auditLog, boardFollowers, boardSessions, classes, contents } from '#api/ground/db/schema.ts';
import { newHashCode } from '#api/ground/db/ids.ts';
import { holdRequests } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { demoEmail } from '#tests/support/people.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import {
  makeBoardSession,
  makeChild,
  makeClass,
  makeContent,
  makeLesson,
  makeTextBook,
} from '#tests/support/teaching.ts';
import { nextTask } from '#web/shared/next-task.ts';
import { useBoardSession } from '#web/staff/features/present/everybody/use-board-session.ts';
import { staffClient } from '#web/staff/platform/apollo/client.ts';

const world = keptWorld();

/** The board of a class of the demo school's teacher, with three pages and two children. */
async function openBoard() {
  const { db, pool } = world.services;
  const { rows } = await pool.query<{ id: string }>('select id from users where email = $1', [demoEmail.Teacher]);
  const book = await makeTextBook(db);
  const unit = await makeLesson(db, { textbookId: book.id, position: 0 });
  const red = await makeContent(db, { lessonId: unit.id, position: 0, name: 'Red' });
  const blue = await makeContent(db, { lessonId: unit.id, position: 1, name: 'Blue' });
  await makeContent(db, { lessonId: unit.id, position: 2, name: 'Green' });
  const { id: classId } = await makeClass(db, { textbookId: book.id, mainTeacherId: rows[0]?.id ?? null });
  const haruto = await makeChild(db, { name: 'Haruto', classId, number: 2 });
  const yui = await makeChild(db, { name: 'Yui', classId, number: 1 });
  const shown = await renderRoute({ world, path: `/classes/${classId}/present`, role: 'Teacher' });
  await shown.screen.findByRole('heading', { level: 1, name: 'Red' });
  const session = async () => {
    const [row] = await db.select().from(boardSessions).where(eq(boardSessions.classId, classId));
    return row;
  };
  return { ...shown, classId, red, blue, haruto, yui, session, db };
}

test('the board leads the tablets, and shows in numbers who is there; names stand in a list that the teacher opens', async () => {
  const { screen, user, session, db, red, blue, haruto, yui } = await openBoard();
  const tool = screen.getByRole('button', { name: 'Everyone here' });
  await user.click(tool);
  await waitFor(async () => expect(await session()).toMatchObject({ contentId: red.id, version: 1 }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(async () => expect(await session()).toMatchObject({ contentId: blue.id, version: 2 }));

  const { id: sessionId } = (await session()) ?? { id: '' };
  await db.insert(boardFollowers).values([
    { sessionId, profileId: haruto.id, contentId: blue.id, heard: true, finished: true },
    { sessionId, profileId: yui.id, contentId: red.id, heard: true },
  ]);
  const counts = await screen.findByRole('button', { name: /2 here/ });
  await waitFor(() => expect(counts.textContent).toContain('Heard 1 · Spoken 0 · Done 1'));
  expect(document.body.textContent).not.toMatch(/Haruto|Yui/);
  await user.click(counts);
  const list = within(await screen.findByRole('dialog', { name: 'Who follows the board' }));
  const rows = list.getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^1 Yui/),
    expect.stringMatching(/^2 Haruto/),
  ]);
  await user.click(list.getByRole('button', { name: 'Close' }));

  await user.click(tool);
  await waitFor(async () => expect(await session()).toBeUndefined());
  expect(screen.queryByRole('button', { name: /here$/, pressed: true })).toBeNull();
});

test('a second board takes over, and the first one says so', async () => {
  const { screen, user, session, db, classId, red } = await openBoard();
  await user.click(screen.getByRole('button', { name: 'Everyone here' }));
  // The board has its session only when the answer has come.
  await screen.findByRole('button', { name: 'Everyone here', pressed: true });
  await db.delete(boardSessions).where(eq(boardSessions.classId, classId));
  const { id } = await makeBoardSession(db, { classId, contentId: red.id });
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('“Everyone here” has ended.');
  expect(await session()).toMatchObject({ id, contentId: red.id });
});

test('the session ends when the board is closed', async () => {
  const { screen, user, session } = await openBoard();
  await user.click(screen.getByRole('button', { name: 'Everyone here' }));
  await waitFor(async () => expect(await session()).toBeDefined());
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(async () => expect(await session()).toBeUndefined());
});

test('the tablets get the later of two quick page turns, even if the first request is slower', async () => {
  const { screen, user, session } = await openBoard();
  const { held, isSent, letGo } = holdRequests('TurnBoardPage');
  await user.click(screen.getByRole('button', { name: 'Everyone here' }));
  await isSent(1);
  letGo(0);
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await isSent(2);
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('heading', { level: 1, name: 'Green' });
  await act(nextTask);
  await act(nextTask);
  expect(held).toHaveLength(2);
  letGo(1);
  await isSent(3);
  letGo(2);
  await waitFor(async () => expect(await session()).toMatchObject({ version: 3 }));
});

test('a session that starts while its board is being closed ends at once', async () => {
  const { screen, user, classId, db } = await openBoard();
  const { isSent, letGo } = holdRequests('StartBoardSession');
  await user.click(screen.getByRole('button', { name: 'Everyone here' }));
  await isSent(1);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Everyone here' })).toBeNull());
  letGo(0);
  const written = () =>
    db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.entityId, classId)).orderBy(auditLog.id);
  await waitFor(async () => expect(await written()).toEqual([{ action: 'start-board' }, { action: 'end-board' }]));
  expect(window.sessionStorage.getItem('boardSession')).toBeNull();
});

test('a session whose answer and the board’s close come together ends too', async () => {
  const { classId, session, red } = await openBoard();
  const board = renderHook(() => useBoardSession({ classId, contentId: red.id }), {
    wrapper: ({ children }) => <ApolloProvider client={staffClient}>{children}</ApolloProvider>,
  });
  await act(async () => {
    await board.result.current.start();
    expect(await session()).toBeDefined();
    board.unmount();
  });
  await waitFor(async () => expect(await session()).toBeUndefined());
});

test('a page that students cannot open any more says so, and the session goes on with the next page', async () => {
  const { screen, user, session, db, blue, red } = await openBoard();
  await user.click(screen.getByRole('button', { name: 'Everyone here' }));
  await waitFor(async () => expect(await session()).toBeDefined());
  await db.update(contents).set({ publishedAt: null }).where(eq(contents.id, blue.id));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Students can’t open this page. Go to another one.');
  expect(await session()).toMatchObject({ contentId: red.id });
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(async () => expect(await session()).toMatchObject({ version: 2 }));
  await waitFor(() => expect(screen.queryByText(/Students can’t open/)).toBeNull());
  screen.getByRole('button', { name: 'Everyone here', pressed: true });
});

test('the board of a teacher who has lost the class leads nobody, and says so', async () => {
  const { screen, user, session, db, classId } = await openBoard();
  await user.click(screen.getByRole('button', { name: 'Everyone here' }));
  await waitFor(async () => expect(await session()).toBeDefined());
  await db.update(classes).set({ mainTeacherId: null }).where(eq(classes.id, classId));
  await screen.findByText('“Everyone here” has ended.');
  screen.getByRole('button', { name: 'Everyone here', pressed: false });

  // A board that goes on polling would remove the notice at each poll, and show it again.
  const { held } = holdRequests('ClassBoard');
  await act(async () => {
    void staffClient.refetchQueries({ include: 'active' });
    await nextTask();
  });
  screen.getByText('“Everyone here” has ended.');
  expect(held).toEqual([]);
});

test('the board of a teacher who has the class again starts another session', async () => {
  const { screen, user, session, db, classId } = await openBoard();
  const tool = screen.getByRole('button', { name: 'Everyone here' });
  await user.click(tool);
  await waitFor(async () => expect(await session()).toBeDefined());
  const [before] = await db
    .select({ mainTeacherId: classes.mainTeacherId })
    .from(classes)
    .where(eq(classes.id, classId));
  await db.update(classes).set({ mainTeacherId: null }).where(eq(classes.id, classId));
  await screen.findByText('“Everyone here” has ended.');
  await db
    .update(classes)
    .set(before ?? {})
    .where(eq(classes.id, classId));
  await user.click(tool);
  await screen.findByRole('button', { name: /^0 here/ });
  expect(screen.queryByText('“Everyone here” has ended.')).toBeNull();
});

test('the board leads on while its class gets a new code', async () => {
  const { screen, user, session, db, classId } = await openBoard();
  await user.click(screen.getByRole('button', { name: 'Everyone here' }));
  await waitFor(async () => expect(await session()).toBeDefined());
  const before = await session();
  const code = newHashCode();
  await db.update(classes).set({ classHashCode: code }).where(eq(classes.id, classId));
  const { held, letGo } = holdRequests('PresentedBook');
  act(() => void staffClient.refetchQueries({ include: 'active' }));
  // The class's answer brings the new code, by which the book is asked for again.
  await waitFor(() => expect(JSON.stringify(vi.mocked(fetch).mock.calls)).toContain(code));
  screen.getByRole('button', { name: 'Everyone here', pressed: true });
  act(() => held.forEach((_, at) => letGo(at)));
  await act(nextTask);
  screen.getByRole('button', { name: 'Everyone here', pressed: true });
  expect(await session()).toMatchObject({ id: before?.id });
});
