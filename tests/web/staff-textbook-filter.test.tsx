import '#tests/support/dom.ts';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Role } from '#schema/access.ts';
import { newId } from '#api/ground/db/ids.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeClass, makeTextBook } from '#tests/support/teaching.ts';

const world = keptWorld();
const draft = 'Asagao, not published';

test.each<[Role, string]>([
  ['Administrator', draft],
  // A teacher reads published textbooks alone.
  ['Teacher', 'Unpublished textbook'],
])('a list of the classes of a draft says so to the role %s, and is cleared of it', async (role, name) => {
  const { id: textbookId } = await makeTextBook(world.services.db, { name: draft, publishedAt: null });
  await makeClass(world.services.db, { textbookId });
  const { screen, user, router } = await renderRoute({ world, path: `/classes?textbook=${textbookId}`, role });
  const filter = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Filter by textbook' });
  await waitFor(() => expect(filter.value).toBe(name));
  await user.click(screen.getByRole('button', { name: 'All textbooks' }));
  await waitFor(() => expect(router.state.location.search).not.toContain('textbook'));
  expect(filter.value).toBe('');
});

test('the textbooks are filtered by whether they are published, by the address too', async () => {
  const { db } = world.services;
  const name = `Himawari ${newId()}`;
  const make = (kind: string, publishedAt: Date | null) =>
    makeTextBook(db, { name: `${name} ${kind}`, publishedAt, searchText: `${name} ${kind}`.toLowerCase() });
  await make('sown', null);
  await make('grown', new Date());
  const path = `/textbooks?search=${name}&state=draft`;
  const { screen, user } = await renderRoute({ world, path, role: 'Administrator' });
  await screen.findByRole('link', { name: `${name} sown` });
  expect(screen.queryByRole('link', { name: `${name} grown` })).toBeNull();
  await user.selectOptions(screen.getByLabelText('Filter by status'), 'Published');
  await screen.findByRole('link', { name: `${name} grown` });
  expect(screen.queryByRole('link', { name: `${name} sown` })).toBeNull();
});
