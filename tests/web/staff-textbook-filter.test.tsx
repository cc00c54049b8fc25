import '#tests/support/dom.ts';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Role } from '#schema/access.ts';
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
