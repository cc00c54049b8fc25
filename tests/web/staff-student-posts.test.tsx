import '#tests/support/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderRoute } from '#tests/support/render-route.tsx';
import { keptWorld } from '#tests/support/kept-world.ts';

const world = keptWorld();

interface Student {
  readonly id: string;
  readonly name: string;
  readonly posts: number;
}

/** A class of the demo school and its students with posts on its wall, who have most first. */
async function aClassWithPosts() {
  const { pool } = world.services;
  const { rows: found } = await pool.query<{ id: string }>(
    `select id from classes where class_name = '3年1組 Sunflowers'`,
  );
  const classId = found[0]?.id ?? '';
  const { rows: students } = await pool.query<Student>(
    `select profiles.id, name, count(*)::int as posts
       from community_posts join profiles on profiles.id = profile_id
       where class_id = $1 and community_posts.deleted_at is null group by profiles.id order by posts desc, name`,
    [classId],
  );
  const [first, second, third] = students;
  if (!first || !second || !third) throw new Error('the demo school has too few posts');
  return { classId, path: `/classes/${classId}/students`, first, second, third };
}

async function postsOf(classId: string, { id }: Student) {
  const { rows } = await world.services.pool.query<{ state: string; gone: boolean }>(
    'select state, deleted_at is not null as gone from community_posts where class_id = $1 and profile_id = $2',
    [classId, id],
  );
  return rows;
}

const inWords = (count: number) => (count === 1 ? '1 post' : `${count} posts`);

test('a teacher hides all posts of a student, and is asked first how many', async () => {
  const { classId, path, first } = await aClassWithPosts();
  const { screen, user } = await renderRoute({ world, path, role: 'Teacher' });
  await user.click(await screen.findByRole('button', { name: `Actions for ${first.name}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Hide all posts' }));
  const dialog = await screen.findByRole('alertdialog', { name: `Hide ${inWords(first.posts)}?` });
  within(dialog).getByText(`All posts by ${first.name} on this class’s wall.`);
  expect((await postsOf(classId, first)).every(({ state }) => state === 'hidden')).toBe(false);
  await user.click(within(dialog).getByRole('button', { name: 'Hide all posts' }));
  await screen.findByText(/posts? (is|are) hidden\.$/);
  expect((await postsOf(classId, first)).map(({ state, gone }) => [state, gone])).toEqual(
    Array.from({ length: first.posts }, () => ['hidden', false]),
  );
});

test('a teacher deletes all posts of several students, and the list counts none of theirs', async () => {
  const { classId, path, second, third } = await aClassWithPosts();
  const { screen, user } = await renderRoute({ world, path, role: 'Teacher' });
  const row = async ({ name }: Student) => screen.findByRole('row', { name: new RegExp(name) });
  for (const student of [second, third]) await user.click(within(await row(student)).getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Delete all posts' }));
  const count = second.posts + third.posts;
  const dialog = await screen.findByRole('alertdialog', { name: `Delete ${inWords(count)}?` });
  within(dialog).getByText('All posts by 2 students on this class’s wall.');
  await user.click(within(dialog).getByRole('button', { name: 'Delete all posts' }));
  await screen.findByText(`${inWords(count)} were deleted.`);
  for (const student of [second, third]) {
    expect((await postsOf(classId, student)).every(({ gone }) => gone)).toBe(true);
    await waitFor(async () => expect((await row(student)).textContent).toContain('0 posts'));
    await user.click(screen.getByRole('button', { name: `Actions for ${student.name}` }));
    expect(screen.queryByRole('menuitem', { name: 'Delete all posts' })).toBeNull();
    await user.keyboard('{Escape}');
  }
});

test('a school owner, who does not moderate, is not offered it', async () => {
  const { path, first } = await aClassWithPosts();
  const { screen, user } = await renderRoute({ world, path, role: 'SchoolOwner' });
  await user.click(await screen.findByRole('button', { name: `Actions for ${first.name}` }));
  await screen.findByRole('menuitem', { name: 'Rename…' });
  expect(screen.queryByRole('menuitem', { name: 'Hide all posts' })).toBeNull();
});
