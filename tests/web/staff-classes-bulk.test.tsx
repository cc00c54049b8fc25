import '#tests/support/dom.ts';
import { act, waitFor } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { classes } from '#api/ground/db/schema.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeClass, makeTextBook } from '#tests/support/teaching.ts';

const world = keptWorld();

test('all matching classes are those of now, not those of a page seen earlier', async () => {
  const { db } = world.services;
  const { id: textbookId } = await makeTextBook(db);
  const make = (className: string) => makeClass(db, { textbookId, className, searchText: className.toLowerCase() });
  const made = await Promise.all(Array.from({ length: 21 }, (_, index) => make(`Kiku ${index}`)));
  const path = '/classes?search=Kiku&size=100';
  const { screen, user, router } = await renderRoute({ world, path, role: 'Administrator' });
  await screen.findByRole('link', { name: 'Kiku 20' });
  await db
    .update(classes)
    .set({ deletedAt: new Date() })
    .where(eq(classes.id, made[0]?.id ?? ''));
  await Promise.all([make('Kiku, new'), make('Kiku, newer')]);
  await act(() => router.navigate('/classes?search=Kiku'));
  await waitFor(() => expect(screen.getAllByRole('checkbox', { name: /^Select Kiku/ })).toHaveLength(20));
  const [tickPage] = screen.getAllByRole('checkbox', { name: 'Select all on this page' });
  if (tickPage) await user.click(tickPage);
  await user.click(await screen.findByRole('button', { name: 'Select all 22 matching' }));
  await user.click(screen.getByRole('button', { name: 'Archive' }));
  await screen.findByText('22 classes archived.');
});
