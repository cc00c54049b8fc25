import '#tests/support/dom.ts';
import { act, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { holdAnswers } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeClass, makeTextBook } from '#tests/support/teaching.ts';
import { addStaff } from '../api/school.ts';

const world = keptWorld();
afterEach(() => vi.unstubAllGlobals());

/** An address with a query, which a step relative to the page would take away. */
const elsewhere = '/classes?search=nobody';

type Shown = Awaited<ReturnType<typeof renderRoute>>;

async function leaveWithoutSaving({ screen, user, router }: Shown): Promise<void> {
  await act(() => router.navigate(elsewhere));
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await user.click(within(question).getByRole('button', { name: 'Leave without saving' }));
  await waitFor(() => expect(placeOf({ router })).toBe(elsewhere));
}

function placeOf({ router }: Pick<Shown, 'router'>): string {
  const { pathname, search } = router.state.location;
  return `${pathname}${search}`;
}

const edits = {
  'a class': async () => {
    const { id: textbookId } = await makeTextBook(world.services.db);
    const { id } = await makeClass(world.services.db, { textbookId });
    return { path: `/classes/${id}?edit`, field: /^Class name/, says: 'Changes saved.', operation: 'UpdateClass' };
  },
  'a user': async () => {
    const { id } = await addStaff(world, { role: 'Administrator' });
    return { path: `/users/${id}`, field: /^First name/, says: 'Saved.', operation: 'UpdateUser' };
  },
};

test.each(Object.entries(edits))('who leaves the form of %s while it saves stays where they went', async (_, make) => {
  const { path, field, says, operation } = await make();
  const shown = await renderRoute({ world, path, role: 'Administrator' });
  const { screen, user } = shown;
  await user.type(await screen.findByLabelText(field), ' left');
  const { answers, letThrough } = holdAnswers(operation);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(answers).toHaveLength(1));
  await leaveWithoutSaving(shown);
  letThrough();
  await screen.findByText(says);
  expect(placeOf(shown)).toBe(elsewhere);
});

test('so does who leaves a new school while it is made', async () => {
  const shown = await renderRoute({ world, path: '/schools/new', role: 'Administrator' });
  const { screen, user } = shown;
  const name = `Left ${newId().slice(-8)}`;
  await user.type(await screen.findByLabelText(/^Name/), name);
  const { answers, letThrough } = holdAnswers('CreateSchool');
  await user.click(screen.getByRole('button', { name: 'Create school' }));
  await waitFor(() => expect(answers).toHaveLength(1));
  await leaveWithoutSaving(shown);
  letThrough();
  await screen.findByText(new RegExp(name));
  expect(placeOf(shown)).toBe(elsewhere);
});

test('so does who goes on while a class is being deleted; who stays is led to the list', async () => {
  const { id: textbookId } = await makeTextBook(world.services.db);
  for (const leaves of [true, false]) {
    const { id, className } = await makeClass(world.services.db, { textbookId });
    const shown = await renderRoute({ world, path: `/classes/${id}`, role: 'Administrator' });
    const { screen, user, router } = shown;
    await user.click(await screen.findByRole('button', { name: `Actions for ${className}` }));
    const { answers, letThrough } = holdAnswers('DeleteClass');
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await waitFor(() => expect(answers).toHaveLength(1));
    if (leaves) await act(() => router.navigate(elsewhere));
    letThrough();
    await screen.findByRole('button', { name: 'Undo' });
    await waitFor(() => expect(placeOf(shown)).toBe(leaves ? elsewhere : '/classes'));
    vi.unstubAllGlobals();
  }
});
