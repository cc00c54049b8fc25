import '#tests/support/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { searchText } from '#api/ground/db/search-text.ts';

const world = keptWorld();

/** A book of three units, the first of which has three contents. */
async function makeColours() {
  const { db } = world.services;
  const book = await makeTextBook(db, { name: 'Colours' });
  const unit = (position: number, title: string, number: number) =>
    makeLesson(db, { textbookId: book.id, position, title, number, searchText: searchText(title, 'Hello') });
  const units = [await unit(0, 'Red', 30), await unit(1, 'Blue', 10), await unit(2, 'Green', 20)] as const;
  for (const [position, name] of ['Zebra', 'Apple', 'Monkey'].entries())
    await makeContent(db, { lessonId: units[0].id, position, name, searchText: searchText(name) });
  return { book, units };
}

type Screen = Awaited<ReturnType<typeof renderRoute>>['screen'];

const namesIn = (screen: Screen, list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test('the units of a textbook are searched and sorted, and moved in their plain order alone', async () => {
  const { book } = await makeColours();
  const { screen, user, router } = await renderRoute({ world, path: `/text-books/${book.id}`, role: 'Administrator' });
  await screen.findByRole('button', { name: 'Move Red Hello down' });
  const shown = () => namesIn(screen, 'Units');
  expect(shown()).toEqual(['Red Hello', 'Blue Hello', 'Green Hello']);

  await user.selectOptions(screen.getByLabelText('Sort by'), 'Number ↑');
  await waitFor(() => expect(shown()).toEqual(['Blue Hello', 'Green Hello', 'Red Hello']));
  expect(router.state.location.search).toBe('?sort=number');
  expect(screen.queryByRole('button', { name: /^Move / })).toBeNull();

  await user.type(screen.getByRole('searchbox', { name: 'Search units' }), 'gre');
  await waitFor(() => expect(shown()).toEqual(['Green Hello']));
  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), 'purple');
  await screen.findByRole('heading', { name: /purple/ });
  await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
  await waitFor(() => expect(shown()).toHaveLength(3));
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Order ↑');
  await screen.findByRole('button', { name: 'Move Red Hello down' });
  expect(router.state.location.search).toBe('');
});

test('the contents of a unit are searched and sorted, and moved in their plain order alone', async () => {
  const { units } = await makeColours();
  const { screen, user } = await renderRoute({ world, path: `/units/${units[0].id}`, role: 'Administrator' });
  await screen.findByRole('button', { name: 'Move Zebra down' });
  const shown = () => namesIn(screen, 'Contents of Red Hello');
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Name ↓');
  await waitFor(() => expect(shown()).toEqual(['Zebra', 'Monkey', 'Apple']));
  expect(screen.queryByRole('button', { name: /^Move / })).toBeNull();
  await user.type(screen.getByRole('searchbox', { name: 'Search contents' }), 'app');
  await waitFor(() => expect(shown()).toEqual(['Apple']));
});
