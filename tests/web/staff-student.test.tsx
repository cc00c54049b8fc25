import '#tests/support/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { finishedContents } from '#api/ground/db/schema.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { keepViews } from '#tests/support/kept-views.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeChild, makeClass, makeContent, makeLesson, makePost, makeTextBook } from '#tests/support/teaching.ts';

const world = keptWorld();

test('a student’s name leads to what the student has finished and posted', async () => {
  const { pool } = world.services;
  const { rows } = await pool.query<{ classId: string; id: string; name: string; posts: number; content: string }>(
    `select class_id as "classId", profiles.id, name, count(*)::int as posts,
            (select contents.id from contents join lessons on lessons.id = lesson_id
               where lessons.textbook_id = classes.textbook_id limit 1) as content
       from community_posts join profiles on profiles.id = profile_id join classes on classes.id = class_id
       where class_name = '3年1組 Sunflowers' and community_posts.deleted_at is null and media_id is not null
       group by class_id, profiles.id, classes.textbook_id order by posts desc limit 1`,
  );
  const [child] = rows;
  if (!child) throw new Error('the demo school has no posts');
  // In the first days of a school year the demo school's children have hardly opened anything.
  await keepViews(world.services, { profileId: child.id, classId: child.classId, contentId: child.content });
  const path = `/classes/${child.classId}/students?size=100`;
  const { screen, user, router } = await renderRoute({ world, path, role: 'Teacher' });
  const [name] = await screen.findAllByRole('link', { name: child.name });
  await user.click(name ?? document.body);
  await screen.findByRole('heading', { name: child.name });
  expect(router.state.location.pathname).toMatch(/\/students\/[\w-]{36}$/);
  await router.navigate(`/classes/${child.classId}/students/${child.id}`);
  const table = within(await screen.findByRole('table', { name: 'Contents used' }));
  expect((await table.findAllByRole('row')).length).toBeGreaterThan(1);
  const posts = within(await screen.findByRole('region', { name: 'Posts' }));
  await posts.findByText(child.posts === 1 ? '1 post' : `${child.posts} posts`);
});

test('a student’s name on a post leads to the student’s page', async () => {
  const { path, room, child } = await classOf([]);
  await makePost(world.services.db, { classId: room.id, profileId: child.id, state: 'pending' });
  const { screen, user, router } = await renderRoute({
    ...{ world, path: `/classes/${room.id}/community`, role: 'Administrator' },
  });
  await user.click(await screen.findByRole('link', { name: child.name }));
  await screen.findByRole('heading', { name: child.name });
  expect(router.state.location.pathname).toBe(path);
});

/** A class with a textbook of these contents, and a child. */
async function classOf(names: readonly string[], joinedDaysAgo = 0) {
  const { db, pool } = world.services;
  const book = await makeTextBook(db);
  const unit = await makeLesson(db, { textbookId: book.id, position: 0 });
  const pages = await Promise.all(
    names.map((name, position) => makeContent(db, { lessonId: unit.id, position, name, type: ContentType.MUSIC })),
  );
  const room = await makeClass(db, { textbookId: book.id });
  const child = await makeChild(db, { classId: room.id, name: 'Hina' });
  await pool.query('update class_profiles set joined_at = now() - make_interval(days => $2) where profile_id = $1', [
    child.id,
    joinedDaysAgo,
  ]);
  return { pages, child, room, path: `/classes/${room.id}/students/${child.id}` };
}

const words = {
  en: {
    title: 'Contents used',
    columns: ['Content', 'Opened', 'Heard', 'Finished', 'Recorded'],
    song: ['7 May 2026', '2 times since 1 May 2026', '1 May 2026', '8 May 2026', '2 recordings'],
    chant: ['–', 'Time not known'],
    heard: 'Heard: a sound, song or video was played to its end.',
    none: 'Nothing opened yet.',
    gone: /What was opened and heard before .+ is no longer kept\./,
    all: 'All contents (21)',
  },
  jp: {
    title: '使ったコンテンツ',
    columns: ['コンテンツ', '開いた日時', '聞いた日時', '終えた日時', '録音した日時'],
    song: ['2026年5月7日', '2026年5月1日から2回', '2026年5月1日', '2026年5月8日', '録音2件'],
    chant: ['–', '日時不明'],
    heard: '「聞いた日時」は、音声・歌・動画を最後まで再生したときに表示されます。',
    none: 'まだ開いたコンテンツはありません。',
    gone: /.+より前に開いた記録と聞いた記録は、保存期間が過ぎたため残っていません。/,
    all: 'すべて（21）',
  },
} as const;

describe.each(['en', 'jp'] as const)('the contents that a student used, in %s', (language) => {
  const said = words[language];
  const open = (path: string) => renderRoute({ world, path, role: 'Administrator', language });

  test('say what was opened, heard, finished and recorded, the last used first', async () => {
    const { pages, child, room, path } = await classOf(['Chant', 'Song']);
    const [chant, song] = [pages[0]?.id ?? '', pages[1]?.id ?? ''];
    const { db } = world.services;
    const view = { profileId: child.id, classId: room.id, contentId: song };
    await keepViews(
      world.services,
      { ...view, startedAt: new Date('2026-05-01T03:00:00Z'), heard: true },
      { ...view, startedAt: new Date('2026-05-07T03:00:00Z') },
    );
    await db.insert(finishedContents).values([
      { profileId: child.id, contentId: song, finishedAt: new Date('2026-05-08T03:00:00Z') },
      { profileId: child.id, contentId: chant },
    ]);
    const post = { classId: room.id, profileId: child.id, contentId: song, kind: 'record' } as const;
    for (const day of [2, 3]) await makePost(db, { ...post, createdAt: new Date(`2026-05-0${day}T03:00:00Z`) });
    const { screen } = await open(path);
    const table = within(await screen.findByRole('table', { name: said.title }));
    expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(said.columns);
    const [, first, second] = table.getAllByRole('row');
    expect(first?.textContent).toContain('Song');
    for (const text of said.song) expect(first?.textContent).toContain(text);
    expect(second?.textContent).toContain('Chant');
    for (const text of said.chant) expect(second?.textContent).toContain(text);
    screen.getByText(said.heard);
    expect(screen.queryByText(said.gone)).toBeNull();
  });

  test('say that there are none, and that older ones are gone', async () => {
    const { path } = await classOf([], 800);
    const { screen } = await open(path);
    await screen.findByText(said.none);
    screen.getByText(said.gone);
  });

  test('are twenty at first, and all on a tap', async () => {
    const { pages, child, path } = await classOf(Array.from({ length: 21 }, (_, n) => `Song ${n}`));
    await world.services.db
      .insert(finishedContents)
      .values(pages.map(({ id }) => ({ profileId: child.id, contentId: id, finishedAt: new Date() })));
    const { screen, user } = await open(path);
    const table = within(await screen.findByRole('table', { name: said.title }));
    expect(table.getAllByRole('rowheader')).toHaveLength(20);
    await user.click(screen.getByRole('button', { name: said.all }));
    expect(table.getAllByRole('rowheader')).toHaveLength(21);
    expect(screen.queryByRole('button', { name: said.all })).toBeNull();
  });
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
