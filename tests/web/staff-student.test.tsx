import '#tests/support/dom.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';

const world = keptWorld();

test('a student’s name leads to what the student has finished and posted', async () => {
  const { pool } = world.services;
  const { rows } = await pool.query<{ classId: string; id: string; name: string; posts: number }>(
    `select class_id as "classId", profiles.id, name, count(*)::int as posts
       from community_posts join profiles on profiles.id = profile_id join classes on classes.id = class_id
       where class_name = '3年1組 Sunflowers' and community_posts.deleted_at is null and media_id is not null
       group by class_id, profiles.id order by posts desc limit 1`,
  );
  const [child] = rows;
  if (!child) throw new Error('the demo school has no posts');
  await pool.query(
    `insert into finished_contents (profile_id, content_id, finished_at)
       select $1, contents.id, '2026-05-01T09:00:00Z' from contents join lessons on lessons.id = lesson_id
       join classes on classes.textbook_id = lessons.textbook_id where classes.id = $2`,
    [child.id, child.classId],
  );
  const path = `/classes/${child.classId}/students?size=100`;
  const { screen, user, router } = await renderRoute({ world, path, role: 'Teacher' });
  const [name] = await screen.findAllByRole('link', { name: child.name });
  await user.click(name ?? document.body);
  await screen.findByRole('heading', { name: child.name });
  expect(router.state.location.pathname).toMatch(/\/students\/[\w-]{36}$/);
  await router.navigate(`/classes/${child.classId}/students/${child.id}`);
  const finished = within(await screen.findByRole('table', { name: 'Finished contents' }));
  expect((await finished.findAllByText('Under the tree')).length).toBe(1);
  const posts = within(await screen.findByRole('region', { name: 'Posts' }));
  await posts.findByText(child.posts === 1 ? '1 post' : `${child.posts} posts`);
});
