import '#tests/support/dom.ts';
import { within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { contents } from '#api/ground/db/schema.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { keepViews } from '#tests/support/kept-views.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';

const world = keptWorld();
let path: string;
let songId: string;

beforeAll(async () => {
  const { db } = world.services;
  const book = await makeTextBook(db, { name: 'Rainbow' });
  const unit = await makeLesson(db, { textbookId: book.id, position: 0, title: 'Unit 7', name: 'Weather' });
  const page = (position: number, name: string) =>
    makeContent(db, { lessonId: unit.id, position, name, type: ContentType.MUSIC });
  const [song, chant, gone] = [await page(3, 'Rain song'), await page(4, 'Cloud chant'), await page(5, 'Storm')];
  songId = song.id;
  const shared = { textbookId: book.id, sessionKey: newId(), startedAt: new Date('2031-05-02T03:00:00Z') };
  const ofContent = { ...shared, name: 'Content', pageUrl: '/student/content/:contentHashCode', lessonId: unit.id };
  const viewOf = (contentId: string) => ({ ...ofContent, contentId, contentType: ContentType.MUSIC });
  await keepViews(
    world.services,
    ...[song, chant, gone].map(({ id }) => viewOf(id)),
    { ...shared, name: 'Unit list', pageUrl: '/student/unit-list' },
    { ...shared, name: 'Old corner', pageUrl: '/student/old-corner' },
  );
  await db.update(contents).set({ deletedAt: new Date() }).where(eq(contents.id, chant.id));
  await db.delete(contents).where(eq(contents.id, gone.id));
  path = `/reports?tab=usage&from=2031-05-02&to=2031-05-03&book=${book.id}`;
});

const words = {
  en: {
    song: 'Page 4 · Unit 7 Weather · Rainbow',
    chant: 'Page 5 · Unit 7 Weather · Rainbow · deleted',
    gone: 'Deleted content',
    list: 'Unit list',
  },
  jp: {
    song: '4ページ・Unit 7 Weather・Rainbow',
    chant: '5ページ・Unit 7 Weather・Rainbow・削除済み',
    gone: '削除されたコンテンツ',
    list: 'ユニット一覧',
  },
} as const;

test.each(['en', 'jp'] as const)(
  'a usage line names its content with page and unit, else its page, in %s',
  async (language) => {
    const said = words[language];
    const { screen } = await renderRoute({ world, path, role: 'Administrator', language });
    const song = await screen.findByRole('link', { name: 'Rain song' });
    expect(song.getAttribute('href')).toBe(`/contents/${songId}`);
    const row = (of: HTMLElement) => within(of.closest('tr') ?? document.body);
    row(song).getByText(said.song);
    const chant = screen.getByText('Cloud chant');
    // A deleted content has no page, so its name is no link.
    expect(row(chant).queryByRole('link')).toBeNull();
    row(chant).getByText(said.chant);
    screen.getByText(said.gone);
    screen.getByText(said.list);
    expect(screen.getByText('Old corner').getAttribute('lang')).toBe('en');
  },
);
