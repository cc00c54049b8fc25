import '#tests/support/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeClass, makeTextBook } from '#tests/support/teaching.ts';

const world = keptWorld();

test('classes are copied only by a preview of the chosen options', async () => {
  const { db } = world.services;
  const name = `Momo ${newId()}`;
  const { id: textbookId } = await makeTextBook(db);
  await makeClass(db, { textbookId, className: name, searchText: name.toLowerCase() });
  const path = `/classes?search=${encodeURIComponent(name)}`;
  const { screen, user } = await renderRoute({ world, path, role: 'Administrator' });
  await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  await user.click(await screen.findByRole('button', { name: 'Copy to next year…' }));
  const dialog = within(await screen.findByRole('dialog'));
  const create = () => dialog.getByRole<HTMLButtonElement>('button', { name: /^Create/ });
  await waitFor(() => expect(create().disabled).toBe(false));
  const preview = dialog.getByRole('region');
  expect(preview.getAttribute('aria-busy')).toBe('false');

  let fail = (): void => undefined;
  const slow = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => new Promise((_, reject) => (fail = () => reject(new TypeError('no network')))));
  onTestFinished(() => slow.mockRestore());
  const students = () => dialog.getByRole('checkbox', { name: /^Student profiles/ });
  await user.click(students());
  await waitFor(() => expect(slow).toHaveBeenCalled());
  expect(preview.getAttribute('aria-busy')).toBe('true');
  expect(create().disabled).toBe(true);
  fail();
  await dialog.findByText(/Can’t reach the server/);
  expect(preview.getAttribute('aria-busy')).toBe('false');
  expect(create().disabled).toBe(true);

  slow.mockRestore();
  await user.click(students());
  await waitFor(() => expect(create().disabled).toBe(false));
  expect(dialog.queryByText(/Can’t reach the server/)).toBeNull();
});
