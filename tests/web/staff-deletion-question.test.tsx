import '#tests/support/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createCodeUses } from '#api/domains/qr-codes/uses.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeClass, makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';

const world = keptWorld();

async function made(name: string) {
  const { db, pool } = world.services;
  const book = await makeTextBook(db, { name });
  const unit = await makeLesson(db, { textbookId: book.id, position: 0, number: 3, title: 'Unit 3', name: 'Colours' });
  const red = await makeContent(db, { lessonId: unit.id, position: 0, pageNumber: 5, name: 'Red' });
  await makeContent(db, { lessonId: unit.id, position: 1, pageNumber: 6, name: 'Blue' });
  const draft = await makeContent(db, { lessonId: unit.id, position: 2, name: 'Draft', publishedAt: null });
  const { rows } = await pool.query<{ id: string }>(
    `select id from printed_codes where entity_id = $1 and kind = 'link'`,
    [red.id],
  );
  const uses = createCodeUses(world.services);
  for (const { id } of rows)
    for (let times = 0; times < 3; times += 1) await uses.count({ id, address: '203.0.113.7' });
  return { book, unit, red, draft };
}

test('deleting a unit says which printed codes break and how often they were used, and lets them open something else first', async () => {
  const { book, unit } = await made('Asked');
  const { screen, user } = await renderRoute({ world, path: `/units/${unit.id}`, role: 'Administrator' });
  const remove = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  };
  await remove('Unit 3 Colours');
  const question = await screen.findByRole('alertdialog', { name: 'Delete “Unit 3 Colours”?' });
  expect(question.textContent).toContain('The printed codes of 3 items will stop working');
  expect(question.textContent).toContain('Used 3 times in the last 30 days. Last used ');
  const codes = within(question).getAllByRole('listitem');
  expect(codes.map(({ textContent }) => /^[A-Z][a-z]+/.exec(textContent)?.[0])).toEqual(['Red', 'Colours', 'Blue']);
  expect(codes[0]?.textContent).toMatch(/Unit 3, page 5.*3 uses in 30 days/);

  await user.click(within(question).getByRole('button', { name: 'Open something else with the code for Red' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change what the code for Red opens' }));
  await user.type(dialog.getByRole('combobox', { name: 'What to open' }), 'asked');
  await user.click(await dialog.findByRole('option', { name: /^Asked/ }));
  await user.click(dialog.getByRole('button', { name: 'Change' }));
  await waitFor(() => expect(screen.getByRole('alertdialog').textContent).toMatch(/codes of 2 items.*Never used/));

  // The harmless answer deletes nothing.
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await remove('Unit 3 Colours');
  const again = within(await screen.findByRole('alertdialog'));
  await user.click(again.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Unit 3 Colours was deleted.');
  const { rows } = await world.services.pool.query('select deleted_at from lessons where textbook_id = $1', [book.id]);
  expect(rows).toEqual([{ deleted_at: expect.any(Date) as Date }]);
});

test('a draft that nobody ever scanned is deleted without a question', async () => {
  const { unit } = await made('Not asked');
  const { screen, user } = await renderRoute({ world, path: `/units/${unit.id}`, role: 'Administrator' });
  await user.click(await screen.findByRole('button', { name: 'Actions for Draft' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await screen.findByText('Draft was deleted.');
});

test('a textbook that a class uses is refused without a question', async () => {
  const { book } = await made('In use');
  await makeClass(world.services.db, { textbookId: book.id });
  const { screen, user } = await renderRoute({ world, path: `/text-books/${book.id}`, role: 'Administrator' });
  await user.click(await screen.findByRole('button', { name: 'Actions for In use' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await screen.findByRole('alertdialog', { name: /In use/ });
  expect(screen.queryByText(/last 30 days/)).toBeNull();
});
