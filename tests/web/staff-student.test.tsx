import '#tests/support/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeChild, makeClass, makeContent, makeLesson, makePost, makeTextBook } from '#tests/support/teaching.ts';

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

test('the first and the latest recording of a page stand beside each other, and a stamp answers one', async () => {
  const { db } = world.services;
  const book = await makeTextBook(db);
  const unit = await makeLesson(db, { textbookId: book.id, position: 0 });
  const page = await makeContent(db, { lessonId: unit.id, position: 3, name: 'Rainy day' });
  const room = await makeClass(db, { textbookId: book.id });
  const child = await makeChild(db, { classId: room.id, name: 'Hina' });
  const record = (createdAt: string) =>
    makePost(db, {
      ...{ classId: room.id, profileId: child.id, contentId: page.id, kind: 'record' },
      createdAt: new Date(createdAt),
    });
  for (const day of ['2026-04-02', '2026-05-07', '2026-06-11']) await record(`${day}T03:00:00Z`);

  const path = `/classes/${room.id}/students/${child.id}`;
  const { screen, user } = await renderRoute({ world, path, role: 'Administrator' });
  const recordings = within(await screen.findByRole('region', { name: 'Recordings by page' }));
  await recordings.findByText('Page 4: Rainy day');
  recordings.getByText('3 recordings');
  expect(recordings.getAllByRole('article').map((take) => take.getAttribute('aria-label'))).toEqual([
    expect.stringMatching(/^First, 2 Apr 2026/),
    expect.stringMatching(/^Latest, 11 Jun 2026/),
  ]);

  const latest = within(recordings.getByRole('article', { name: /^Latest/ }));
  await user.click(latest.getByRole('button', { name: 'Reply: post by Hina' }));
  await user.click(await latest.findByRole('button', { name: 'Listen again' }));
  await latest.findByText('Not seen yet');
  latest.getByRole('button', { name: 'Listen again', pressed: true });
  await user.click(latest.getByRole('button', { name: 'Take back: Listen again for Hina' }));
  await waitFor(() => expect(latest.queryByText('Not seen yet')).toBeNull());
});
