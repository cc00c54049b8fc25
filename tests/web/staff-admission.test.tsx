import '#tests/support/dom.ts';
import { act, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { classes, classProfiles, profiles } from '#api/ground/db/schema.ts';
import { holdNextAnswer } from '#tests/support/held-answers.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { keptWorld } from '#tests/support/kept-world.ts';
import { makeClass, makeTextBook } from '#tests/support/teaching.ts';
import { staffClient } from '#web/staff/platform/apollo/client.ts';
import { lessonInterval } from '#web/staff/platform/apollo/freshness.ts';

const world = keptWorld();

/** A class of the demo school with students of these names who wait. */
async function aClassWithWaiting(names: readonly string[]) {
  const { db } = world.services;
  const [found] = await db.select().from(classes).where(eq(classes.className, '3年1組 Sunflowers'));
  const classId = found?.id ?? '';
  for (const name of names) await join(classId, name, { waiting: true });
  return { classId, path: `/classes/${classId}/students` };
}

async function join(classId: string, name: string, { waiting }: { readonly waiting: boolean }): Promise<void> {
  const { db } = world.services;
  const id = newId();
  await db.insert(profiles).values({ id, name, animal: 'owl' });
  await db.insert(classProfiles).values({ classId, profileId: id, waiting });
}

const stateOf = async (name: string) => {
  const { rows } = await world.services.pool.query<{ waiting: boolean }>(
    'select waiting from class_profiles join profiles on id = profile_id where name = $1',
    [name],
  );
  return rows.map(({ waiting }) => waiting);
};

test('a teacher admits one who waits, refuses another, undoes it, and the queue is empty', async () => {
  const { path } = await aClassWithWaiting(['Kai', 'Rin']);
  const { screen, user } = await renderRoute({ world, path, role: 'Teacher' });
  const queue = await screen.findByRole('region', { name: '2 students are waiting' });
  await user.click(within(queue).getByRole('button', { name: 'Admit Kai' }));
  await screen.findByText('1 student admitted.');
  expect(await stateOf('Kai')).toEqual([false]);
  await screen.findByRole('link', { name: 'Kai' });

  const rest = await screen.findByRole('region', { name: '1 student is waiting' });
  await user.click(within(rest).getByRole('button', { name: 'Refuse Rin' }));
  const toast = (await screen.findByText('1 student was removed from the class.')).closest<HTMLElement>('.toast');
  if (!toast) throw new Error('the text stands in no toast');
  expect(await stateOf('Rin')).toEqual([]);
  await user.click(within(toast).getByRole('button', { name: 'Undo' }));
  await screen.findByText('Undone.');
  await screen.findByRole('region', { name: '1 student is waiting' });
  expect(await stateOf('Rin')).toEqual([true]);
});

test('a teacher sees who joined since a day before they are removed, and brings one back', async () => {
  const { path } = await aClassWithWaiting(['Nao', 'Yui']);
  const { screen, user } = await renderRoute({ world, path, role: 'Teacher' });
  await user.click(await screen.findByRole('button', { name: 'Remove who joined since…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove who joined since a day' });
  const today = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await user.type(within(dialog).getByRole('textbox', { name: /^Joined since/ }), today);
  const names = await within(dialog).findByText(/Nao/);
  expect(names.textContent).toContain('Yui');
  expect(await stateOf('Nao')).toEqual([true]);
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await screen.findByText(/students were removed from the class\.$/);
  expect(await stateOf('Nao')).toEqual([]);

  await user.click(screen.getByRole('button', { name: 'Removed students' }));
  await user.click(await screen.findByRole('button', { name: 'Bring Nao back' }));
  await screen.findByText('1 student is back in the class.');
  expect(await stateOf('Nao')).toEqual([true]);
});

test('where nobody joined since a day, nobody is removed and there is nothing to undo', async () => {
  const { id: textbookId } = await makeTextBook(world.services.db);
  const { id: classId } = await makeClass(world.services.db, { textbookId });
  const { screen, user } = await renderRoute({ world, path: `/classes/${classId}/students`, role: 'Administrator' });
  await user.click(await screen.findByRole('button', { name: 'Remove who joined since…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove who joined since a day' });
  await user.type(within(dialog).getByRole('textbox', { name: /^Joined since/ }), '2026-01-01');
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await screen.findByText('No students were removed.');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a teacher who looks at the students sees who joins, and who waits', async () => {
  const { classId, path } = await aClassWithWaiting([]);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { screen } = await renderRoute({ world, path, role: 'Teacher' });
  await screen.findByRole('button', { name: 'Remove who joined since…' });
  await join(classId, 'Sora Newcomer', { waiting: false });
  await join(classId, 'Umi Newcomer', { waiting: true });
  expect(screen.queryByText(/Newcomer/)).toBeNull();
  vi.advanceTimersByTime(lessonInterval);
  await screen.findByRole('link', { name: 'Sora Newcomer' });
  await screen.findByRole('button', { name: 'Admit Umi Newcomer' });

  await join(classId, 'Riku Latecomer', { waiting: false });
  document.dispatchEvent(new Event('visibilitychange'));
  await screen.findByRole('link', { name: 'Riku Latecomer' });
});

test('who was admitted does not wait again by an answer from before', async () => {
  const { id: textbookId } = await makeTextBook(world.services.db);
  const { id: classId } = await makeClass(world.services.db, { textbookId });
  await join(classId, 'Aoi', { waiting: true });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const polls = vi.spyOn(staffClient, 'query');
  onTestFinished(() => {
    vi.useRealTimers();
    polls.mockRestore();
  });
  const path = `/classes/${classId}/students`;
  const { screen, user } = await renderRoute({ world, path, role: 'Administrator' });
  const admit = await screen.findByRole('button', { name: 'Admit Aoi' });
  polls.mockClear();
  const { answered, letGo } = holdNextAnswer('WaitingStudents');
  vi.advanceTimersByTime(lessonInterval);
  await answered;
  await user.click(admit);
  await screen.findByText('1 student admitted.');
  await screen.findByRole('link', { name: 'Aoi' });
  await waitFor(() => expect(admit.isConnected).toBe(false));
  await act(async () => {
    letGo();
    await Promise.all(polls.mock.results.map(({ value }): unknown => value));
    // Apollo Client tells the screen what was written in a task of its own.
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(screen.queryByRole('button', { name: 'Admit Aoi' })).toBeNull();
});
