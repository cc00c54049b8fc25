import '#tests/support/dom.ts';
import { waitFor } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { recordChange } from '#api/domains/audit/record.ts';
import { newId } from '#api/ground/db/ids.ts';
import { schools, users } from '#api/ground/db/schema.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { signIn } from '#tests/support/people.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeTextBook } from '#tests/support/teaching.ts';
import { makeWebhook } from '#tests/support/webhooks.ts';
import { addStaff } from '../api/school.ts';

const world = keptWorld();

test('choosing days in the audit log keeps the focus, and Back shows the earlier days', async () => {
  const { screen, user, router } = await renderRoute({ world, path: '/audit', role: 'Administrator' });
  const from = await screen.findByLabelText<HTMLInputElement>('From');
  const show = screen.getByRole('button', { name: 'Show' });
  await user.type(from, '2026-04-01');
  await user.click(show);
  await waitFor(() => expect(router.state.location.search).toContain('from=2026-04-01'));
  await waitFor(() => expect(from.value).toBe('1 Apr 2026'));
  expect(document.activeElement).toBe(show);
  await user.clear(from);
  await user.type(from, '2026-05-01{Enter}');
  await waitFor(() => expect(router.state.location.search).toContain('from=2026-05-01'));
  expect(document.activeElement).toBe(from);
  await user.click(show);
  await router.navigate('/audit');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe(''));
});

test('the audit log leads to the trash only for what can come back from it', async () => {
  const { db } = world.services;
  const { userId } = await signIn(world, 'Administrator');
  const name = newId();
  const [book, school] = [await makeTextBook(db, { name: `Book ${name}` }), newId()];
  await db.insert(schools).values({ id: school, name: `School ${name}` });
  const webhook = await makeWebhook(world.services, { name: `Webhook ${name}` });
  const deleted = { textbooks: book.id, schools: school, webhooks: webhook.id };
  for (const [entity, entityId] of Object.entries(deleted))
    await recordChange(db, { userId, requestId: newId() }, { action: 'delete', entity, entityId });
  const { screen } = await renderRoute({ world, path: '/audit', role: 'Administrator' });
  await screen.findByRole('link', { name: `Book ${name}` });
  for (const gone of [`School ${name}`, `Webhook ${name}`]) {
    screen.getByText(gone);
    expect(screen.queryByRole('link', { name: gone })).toBeNull();
  }
});

test('a filter by a person who was deleted since says so, and can be cleared', async () => {
  const { id } = await addStaff(world, { role: 'Teacher' });
  await world.services.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, id));
  const { screen, user, router } = await renderRoute({ world, path: `/audit?who=${id}`, role: 'Administrator' });
  const filter = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Filter by person' });
  await waitFor(() => expect(filter.value).toBe('Deleted'));
  expect(document.querySelector('.toast')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Clear filter' }));
  await waitFor(() => expect(router.state.location.search).not.toContain(id));
});
