import '#tests/support/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { classes } from '#api/ground/db/schema.ts';
import { holdRequests, loseAnswers } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeClass, makeTextBook } from '#tests/support/teaching.ts';

const world = keptWorld();
const pageSize = 10;

/** Classes of one name, and the copies of them. */
async function someClasses(count: number) {
  const { db } = world.services;
  const name = `Suzuran ${newId()}`;
  const { id: textbookId } = await makeTextBook(db);
  const make = () => makeClass(db, { textbookId, className: name, searchText: name.toLowerCase() });
  const ids = (await Promise.all(Array.from({ length: count }, make))).map(({ id }) => id);
  const copies = async () => {
    const made = await db.select().from(classes).where(eq(classes.textbookId, textbookId));
    return made.filter(({ id }) => !ids.includes(id));
  };
  return { ids, name, copies };
}

test.each([1, pageSize + 1])(
  'each of %d classes is copied once, though the first answer is lost, and again after Undo',
  async (count) => {
    const { name, copies } = await someClasses(count);
    const path = `/classes?search=${encodeURIComponent(name)}&size=${pageSize}`;
    const { screen, user } = await renderRoute({ world, path, role: 'Administrator' });
    const [tickPage] = await screen.findAllByRole('checkbox', { name: 'Select all on this page' });
    if (tickPage) await user.click(tickPage);
    if (count > pageSize) await user.click(await screen.findByRole('button', { name: `Select all ${count} matching` }));
    await user.click(await screen.findByRole('button', { name: 'Copy to next year…' }));
    const dialog = within(await screen.findByRole('dialog'));
    const create = async () => {
      const button = () =>
        dialog.getByRole('button', { name: count === 1 ? 'Create 1 copy' : `Create ${count} copies` });
      await waitFor(() => expect(button()).toHaveProperty('disabled', false));
      await user.click(button());
    };
    await waitFor(() => expect(dialog.getByRole('region').getAttribute('aria-busy')).toBe('false'));
    const findAgain = loseAnswers('CopyClasses');
    await create();
    await screen.findByText(/Can’t reach the server/);
    findAgain();
    // The options are asked for again, and the classes are those of before.
    const [option] = dialog.getAllByRole('checkbox');
    if (option) for (let times = 0; times < 2; times += 1) await user.click(option);
    await create();
    await waitFor(() => expect(dialog.getAllByRole('link')).toHaveLength(count));
    const first = (await copies()).map(({ id }) => id);
    expect(first).toHaveLength(count);

    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await create();
    await waitFor(() => expect(dialog.getAllByRole('link')).toHaveLength(count));
    const second = (await copies()).filter(({ deletedAt }) => deletedAt === null);
    expect(second.filter(({ id }) => !first.includes(id))).toHaveLength(count);
  },
);

test('Undo steps over a copy that a colleague has deleted, and says how many copies it had to leave', async () => {
  const { name, copies } = await someClasses(3);
  const path = `/classes?search=${encodeURIComponent(name)}`;
  const { screen, user } = await renderRoute({ world, path, role: 'Administrator' });
  const [tickPage] = await screen.findAllByRole('checkbox', { name: 'Select all on this page' });
  if (tickPage) await user.click(tickPage);
  await user.click(await screen.findByRole('button', { name: 'Copy to next year…' }));
  const dialog = within(await screen.findByRole('dialog'));
  const create = dialog.getByRole('button', { name: /^Create/ });
  await waitFor(() => expect(create).toHaveProperty('disabled', false));
  await user.click(create);
  await waitFor(() => expect(dialog.getAllByRole('link')).toHaveLength(3));
  const [first, second] = dialog
    .getAllByRole<HTMLAnchorElement>('link')
    .map(({ href }) => href.split('/').at(-1) ?? '');
  const { db } = world.services;
  await db
    .update(classes)
    .set({ deletedAt: new Date() })
    .where(eq(classes.id, first ?? ''));
  const { held, isSent, letGo, drop } = holdRequests('DeleteClass');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await isSent(1);
  letGo(0);
  await isSent(2);
  letGo(1);
  await isSent(3);
  drop(2);
  await screen.findByText('1 copy is still there. Can’t reach the server. Check your connection.');
  expect(held).toHaveLength(3);
  expect(dialog.getAllByRole('link')).toHaveLength(1);
  const left = (await copies()).filter(({ deletedAt }) => deletedAt === null);
  expect(left.map(({ id }) => id)).not.toContain(second);
  expect(left).toHaveLength(1);
});

test('a class is copied once, though the first answer is lost, and again after Undo', async () => {
  const { ids, copies } = await someClasses(1);
  const [id = ''] = ids;
  const { screen, user, router } = await renderRoute({ world, path: `/classes/${id}?copy`, role: 'Administrator' });
  const create = async () => user.click(await screen.findByRole('button', { name: 'Create copy' }));
  await screen.findByRole('button', { name: 'Create copy' });
  const findAgain = loseAnswers('CopyClass');
  await create();
  await waitFor(() => expect(document.querySelector('.form-problem')?.textContent).toMatch(/reach the server/));
  findAgain();
  await create();
  await waitFor(() => expect(router.state.location.pathname).not.toContain(id));
  const [first, ...more] = await copies();
  expect(more).toEqual([]);

  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(router.state.location.pathname).toContain(id));
  await router.navigate(`/classes/${id}?copy`);
  await create();
  await waitFor(() => expect(router.state.location.pathname).not.toContain(id));
  const [second] = (await copies()).filter(({ deletedAt }) => deletedAt === null);
  expect(second?.id).not.toBe(first?.id);
});
