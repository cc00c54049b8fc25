import '#tests/support/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';

const world = keptWorld();

let books = 0;

/** A textbook of a short code that no other try of a test has taken. */
async function made() {
  const { db } = world.services;
  const shortCode = `RGY-${(books += 1)}`;
  const book = await makeTextBook(db, { name: 'Registry', shortCode });
  const unit = await makeLesson(db, { textbookId: book.id, position: 0, number: 3, name: 'Colours' });
  await makeContent(db, { lessonId: unit.id, position: 0, pageNumber: 5, name: 'Red' });
  await makeContent(db, { lessonId: unit.id, position: 1, pageNumber: 6, name: 'Blue' });
  await makeContent(db, { lessonId: unit.id, position: 2, pageNumber: 7, name: 'Gone', deletedAt: new Date() });
  return { shortCode, path: `/text-books/${book.id}` };
}

test('printed codes are listed with what they open, retargeted, and given back their own', async () => {
  const { path, shortCode } = await made();
  const { screen, user } = await renderRoute({ world, path, role: 'Administrator' });
  await user.click(await screen.findByRole('button', { name: 'Printed codes' }));
  const row = (name: string) => screen.findByRole('row', { name: new RegExp(`^${name}`) });
  expect((await row('Red')).textContent).toMatch(
    new RegExp(`Unit 3, page 5.*${shortCode}-P5.*As printed.*0 scans.*Never`),
  );
  expect((await row('Gone')).textContent).toContain('says it isn’t here any more');

  await user.click(screen.getByRole('button', { name: 'Actions for Red' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Open something else…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Change' }));
  await dialog.findByText('Choose what to open.');
  await user.type(dialog.getByRole('combobox', { name: 'What to open' }), 'blue');
  await user.click(await dialog.findByRole('option', { name: /^Blue/ }));
  await user.click(dialog.getByRole('button', { name: 'Change' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await row('Red')).textContent).toMatch(/BlueUnit 3, page 6.*Changed/);

  await user.click(screen.getByRole('button', { name: 'Actions for Red' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Open as printed again…' }));
  const back = within(await screen.findByRole('dialog'));
  const opens = (title: string) => back.getByText(title).nextElementSibling?.textContent;
  expect([opens('Opens now'), opens('Will open')]).toEqual([
    expect.stringContaining('Blue'),
    expect.stringContaining('Red'),
  ]);
  await user.click(back.getByRole('button', { name: 'Change' }));
  await waitFor(async () => expect((await row('Red')).textContent).toContain('As printed'));
});

test('a change is planned for a later day, shown with it, and dropped', async () => {
  const { path } = await made();
  const { screen, user } = await renderRoute({ world, path: `${path}/printed-codes`, role: 'Administrator' });
  const row = () => screen.findByRole('row', { name: /^Red/ });
  await row();
  await user.click(screen.getByRole('button', { name: 'Actions for Red' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Open something else…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('combobox', { name: 'What to open' }), 'blue');
  await user.click(await dialog.findByRole('option', { name: /^Blue/ }));
  const from = dialog.getByRole('textbox', { name: /^From/ });
  await user.type(from, '2020-02-29');
  await user.click(dialog.getByRole('button', { name: 'Change' }));
  await dialog.findByText('Choose a day after today.');
  await user.clear(from);
  await user.type(from, '2099-04-01');
  await user.click(dialog.getByRole('button', { name: 'Change' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(async () => expect((await row()).textContent).toMatch(/As printed.*From .*2099.*: Blue/));

  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by status' }), 'With a planned change');
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Blue/ })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Actions for Red' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Drop the planned change…' }));
  const drop = within(await screen.findByRole('dialog'));
  expect(drop.queryByRole('textbox')).toBeNull();
  await user.click(drop.getByRole('button', { name: 'Drop the planned change' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by status' }), 'All codes');
  await waitFor(async () => expect((await row()).textContent).not.toContain('2099'));
});

test('what a search has found stays to be chosen while the next search runs, and another textbook’s does not', async () => {
  const { path } = await made();
  const other = await makeTextBook(world.services.db, { name: 'Another' });
  const { screen, user } = await renderRoute({ world, path: `${path}/printed-codes`, role: 'Administrator' });
  await screen.findByRole('row', { name: /^Red/ });
  await user.click(screen.getByRole('button', { name: 'Actions for Red' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Open something else…' }));
  const dialog = within(await screen.findByRole('dialog'));
  const target = () => dialog.getByRole('combobox', { name: 'What to open' });
  await user.click(target());
  await dialog.findByRole('option', { name: /^Blue/ });

  const send = globalThis.fetch;
  const asked: string[] = [];
  const slow = vi.spyOn(globalThis, 'fetch').mockImplementation((...sent) => {
    const request = JSON.stringify(sent);
    if (!request.includes('blue') && !request.includes(other.id)) return send(...sent);
    asked.push(request);
    return new Promise(() => undefined);
  });
  onTestFinished(() => slow.mockRestore());
  await user.type(target(), 'blue');
  await waitFor(() => expect(asked).toHaveLength(1));
  await user.click(dialog.getByRole('option', { name: /^Blue/ }));
  expect(dialog.getByText('Will open').nextElementSibling?.textContent).toContain('Blue');

  await user.click(dialog.getByRole('combobox', { name: 'In textbook' }));
  await user.click(dialog.getByRole('option', { name: /^Another/ }));
  await user.click(target());
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(dialog.queryAllByRole('option')).toEqual([]);
});

test('the codes of what was deleted are shown alone', async () => {
  const { path } = await made();
  const { screen, user } = await renderRoute({ world, path: `${path}/printed-codes`, role: 'Administrator' });
  await screen.findByRole('row', { name: /^Red/ });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by status' }), 'Of deleted items');
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Red/ })).toBeNull());
  await screen.findByRole('row', { name: /^Gone/ });
});
