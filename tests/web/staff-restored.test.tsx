import '#tests/support/dom.ts';
import { act, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';

const world = keptWorld();

test('a content that comes back from the trash is counted, and shown where its unit stood open', async () => {
  const { db } = world.services;
  const book = await makeTextBook(db, { name: 'Comes back' });
  const unit = await makeLesson(db, { textbookId: book.id, position: 0 });
  await makeContent(db, { lessonId: unit.id, position: 0, name: 'Stays' });
  await makeContent(db, { lessonId: unit.id, position: 1, name: 'Leaves' });
  const path = `/text-books/${book.id}`;
  const { screen, user, router } = await renderRoute({ world, path, role: 'Administrator' });
  const open = async () => {
    const toggle = await screen.findByRole('button', { name: /^Show the contents of / });
    if (toggle.getAttribute('aria-expanded') === 'false') await user.click(toggle);
    await screen.findByRole('link', { name: 'Stays' });
  };
  await open();
  await user.click(await screen.findByRole('button', { name: 'Actions for Leaves' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete “Leaves”?' }));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Leaves' })).toBeNull());
  const facts = screen.getByRole('region', { name: 'About this textbook' });
  await waitFor(() => expect(facts.textContent).toMatch(/1 content\D/));

  await act(() => router.navigate('/trash'));
  const row = await screen.findByRole('row', { name: /Leaves/ });
  await user.click(within(row).getByRole('button', { name: 'Restore Leaves' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Leaves/ })).toBeNull());
  await act(() => router.navigate(path));
  await open();
  await screen.findByRole('link', { name: 'Leaves' });
  expect(screen.getByText('2 contents')).toBeTruthy();
});
