import '#tests/support/dom.ts';
import { act, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';

const world = keptWorld();

test('a textbook is marked as printed, asks to be unlocked before a deletion, and shows what changed since', async () => {
  const { db } = world.services;
  const book = await makeTextBook(db, { name: 'On paper' });
  const unit = await makeLesson(db, { textbookId: book.id, position: 0 });
  await makeContent(db, { lessonId: unit.id, position: 0, pageNumber: 5, name: 'Red' });
  const path = `/text-books/${book.id}/printed-codes`;
  const { screen, user, router } = await renderRoute({ world, path, role: 'Administrator' });
  const panel = within(await screen.findByRole('region', { name: 'Print editions' }));
  panel.getByText(/never marked as printed/);
  await user.click(panel.getByRole('button', { name: 'Mark as printed…' }));
  const form = within(await screen.findByRole('dialog', { name: 'Mark as printed' }));
  expect(form.getByLabelText(/^Edition/)).toHaveProperty('value', 'Edition 1');
  await user.click(form.getByRole('button', { name: /in a calendar$/ }));
  await form.findByRole('grid');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(form.queryByRole('grid')).toBeNull());
  screen.getByRole('dialog', { name: 'Mark as printed' });
  await user.click(form.getByRole('button', { name: 'Mark as printed' }));
  await panel.findByText('Locked');
  expect(panel.getByText('Edition 1').parentElement?.textContent).toContain('3 items with codes');

  await act(() => router.navigate(`/units/${unit.id}`));
  await screen.findByRole('list', { name: /^Contents of/ });
  await user.click(await screen.findByRole('button', { name: 'Actions for Red' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete “Red”?' }));
  await question.findByText(/printed as “Edition 1”/);
  await user.click(question.getByRole('button', { name: 'Unlock and delete' }));
  await screen.findByText('Red was deleted.');

  await act(() => router.navigate(path));
  const row = await screen.findByRole('row', { name: /^Red/ });
  await waitFor(() => expect(row.textContent).toContain('Gone since the last edition'));
  const again = within(await screen.findByRole('region', { name: 'Print editions' }));
  await again.findByText('1 gone');
  again.getByText(/^Unlocked until/);
  await user.click(again.getByRole('button', { name: 'Lock again' }));
  await again.findByText('Locked');
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Filter by status' }),
    'Changed since the last edition',
  );
  await screen.findByRole('row', { name: /^Red/ });
  await waitFor(() => expect(screen.getAllByRole('row').length).toBe(2));
});
