import '#tests/support/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { classProfiles, communityPosts, users } from '#api/ground/db/schema.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { demoEmail } from '#tests/support/people.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeChild, makeClass, makePost, makeTextBook } from '#tests/support/teaching.ts';

const world = keptWorld();
// More than a page of the list, and than the API takes at once of some changes and of the list.
const size = 105;
let classId = '';
let ids: readonly string[] = [];
const nameOf = (number: number) => `Student ${String(number).padStart(3, '0')}`;
const idOf = (number: number) => ids[number - 1] ?? '';

beforeEach(async () => {
  const { db } = world.services;
  const [teacher] = await db.select({ id: users.id }).from(users).where(eq(users.email, demoEmail.Teacher));
  const { id: textbookId } = await makeTextBook(db);
  ({ id: classId } = await makeClass(db, { textbookId, mainTeacherId: teacher?.id ?? '' }));
  const children = await Promise.all(
    Array.from({ length: size }, (_, at) => makeChild(db, { classId, name: nameOf(at + 1), number: at + 1 })),
  );
  ids = children.map(({ id }) => id);
  for (const number of [1, 30, size]) await makePost(db, { classId, profileId: idOf(number) });
});

const members = async () =>
  (await world.services.db.select().from(classProfiles).where(eq(classProfiles.classId, classId))).map(
    ({ profileId }) => profileId,
  );

async function show(sorted = '') {
  const path = `/classes/${classId}/students${sorted}`;
  const shown = await renderRoute({ world, path, role: 'Teacher' });
  const { screen, user } = shown;
  const row = async (number: number) => screen.findByRole('row', { name: new RegExp(nameOf(number)) });
  const tick = async (number: number) => user.click(within(await row(number)).getByRole('checkbox'));
  const nextPage = async () => {
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await row(21);
  };
  const tickAll = async () => {
    await row(1);
    const [page] = screen.getAllByRole('checkbox', { name: 'Select all on this page' });
    if (page) await user.click(page);
    await user.click(await screen.findByRole('button', { name: `Select all ${size} matching` }));
    await screen.findByText(`${size} selected`);
  };
  const act = async (name: string) => user.click(screen.getByRole('button', { name }));
  const confirm = async (title: string | RegExp, button: string) => {
    const dialog = within(await screen.findByRole('alertdialog', { name: title }));
    await user.click(dialog.getByRole('button', { name: button }));
  };
  return { ...shown, row, tick, nextPage, tickAll, act, confirm };
}

describe('an action on several students of a class', () => {
  test('prints the cards of all of them, also of those on other pages', async () => {
    const { router, tickAll, act } = await show();
    await tickAll();
    await act('Print cards');
    await waitFor(() => expect(document.querySelectorAll('.name-card')).toHaveLength(size));
    expect(router.state.location.search).toBe('');
  });

  test('prints the cards of those ticked on two pages', async () => {
    const { tick, nextPage, act } = await show();
    await tick(2);
    await nextPage();
    await tick(23);
    await act('Print cards');
    await waitFor(() => expect(document.querySelectorAll('.name-card')).toHaveLength(2));
  });

  test('hides the posts of all of them', async () => {
    const { screen, tickAll, act, confirm } = await show();
    await tickAll();
    await act('Hide all posts');
    await confirm('Hide 3 posts?', 'Hide all posts');
    await screen.findByText('3 posts are hidden.');
    const posts = await world.services.db.select().from(communityPosts).where(eq(communityPosts.classId, classId));
    expect(posts.map(({ state }) => state)).toEqual(['hidden', 'hidden', 'hidden']);
  });

  test('merges two profiles of different pages', async () => {
    const { screen, tick, nextPage, act, confirm } = await show();
    await tick(1);
    await nextPage();
    await tick(25);
    await act('Merge…');
    await confirm('Merge 2 profiles into one?', 'Merge');
    await screen.findByText(`Merged into ${nameOf(1)}.`);
    expect(await members()).toHaveLength(size - 1);
    expect(await members()).not.toContain(idOf(25));
  });

  test('merges into the profile of the register, and says that the other cards and family links end', async () => {
    const { db } = world.services;
    const joined = await makeChild(db, { classId, name: nameOf(2) });
    for (let each = 0; each < 2; each += 1) await makePost(db, { classId, profileId: joined.id });
    const { screen, user, act } = await show('?sort=name');
    const rows = await screen.findAllByRole('row', { name: new RegExp(nameOf(2)) });
    expect(rows).toHaveLength(2);
    for (const each of rows) await user.click(within(each).getByRole('checkbox'));
    await act('Merge…');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Merge 2 profiles into one?' }));
    dialog.getByText(/printed cards and family links of the other profiles stop working/);
    const [kept, ...others] = dialog.getAllByRole<HTMLInputElement>('radio', { checked: true });
    expect(others).toEqual([]);
    expect(kept?.closest('label')?.textContent).toContain('0 posts');
    await user.click(dialog.getByRole('button', { name: 'Merge' }));
    await screen.findByText(`Merged into ${nameOf(2)}.`);
    expect(await members()).toContain(idOf(2));
    expect(await members()).not.toContain(joined.id);
  });

  test('removes who was ticked on the page before', async () => {
    const { screen, tick, nextPage, act, confirm } = await show();
    await tick(1);
    await tick(3);
    await nextPage();
    await act('Remove from the class');
    await confirm('Remove 2 students from the class?', 'Remove from the class');
    await screen.findByText('2 students were removed from the class.');
    expect(await members()).toHaveLength(size - 2);
    for (const number of [1, 3]) expect(await members()).not.toContain(idOf(number));
  });

  test('says that who was ticked has left the class meanwhile', async () => {
    const { screen, tick, act } = await show();
    await tick(4);
    await world.services.db.delete(classProfiles).where(eq(classProfiles.profileId, idOf(4)));
    await act('Remove from the class');
    await screen.findByText('Selected students are no longer in the class. Select again.');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.queryByText('1 selected')).toBeNull();
  });
});

test('the students are sorted where the table is cards, which have no header row', async () => {
  const { screen, user } = await show();
  await user.selectOptions(await screen.findByLabelText('Sort by'), 'Name ↓');
  await screen.findByRole('link', { name: nameOf(size) });
  expect(screen.getAllByRole('row')[1]?.textContent).toContain(nameOf(size));
});
