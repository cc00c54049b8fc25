import { describe, expect, it } from 'vitest';
import { ContentType } from '#schema/rest/enumerations.ts';
import { listAsBroken, makeBrokenLink } from '#tests/support/broken-links.ts';
import { withWebFonts } from '#tests/support/browser.ts';
import { startProduct } from '#tests/support/product.ts';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { addStaff } from '../api/school.ts';
import { walk } from './staff-look.ts';
import { emptyOf, opened, type StaffScreen } from './staff-screens.ts';

const linkHealth = { asks: true, video: 'http://127.0.0.1:9/', game: 'http://127.0.0.1:9/' };
const product = startProduct({ api: { linkHealth } }, withWebFonts);

async function ofLinks(): Promise<readonly StaffScreen[]> {
  const { db } = product.world.services;
  const { id: updatedById } = await addStaff(product.world, { role: 'Administrator' });
  const book = await makeTextBook(db, { name: 'Broken book of weather and other things' });
  const unit = await makeLesson(db, { textbookId: book.id, position: 0 });
  const contentOf = (position: number, over = {}) =>
    makeContent(db, { lessonId: unit.id, position, updatedById, ...over });
  await makeBrokenLink(db, { contentId: (await contentOf(0)).id });
  const target = 'https://www.youtube.com/watch?v=abcdefghijk';
  const video = await contentOf(1, { type: ContentType.VIDEO, youtubeLink: target, updatedById: null });
  await listAsBroken(db, { kind: 'video', rowId: video.id, target, problem: 'refused' });
  const game = 'https://wordwall.net/play/123456789012/123456789012/123456789012';
  const { id: rowId } = await contentOf(2, { type: ContentType.GAME, wordwallLink: game });
  await listAsBroken(db, { kind: 'game', rowId, target: game, problem: 'gone' });
  return [
    emptyOf('/text-books/broken-links', 'BrokenLinks'),
    {
      ...{ path: '/text-books/broken-links', shows: '.broken-link' },
      states: {
        'with a row’s menu': opened('td .dropdown-button', '[role=menu]'),
        'looked at again': opened('[role=menuitem] >> nth=1', '.toast'),
      },
    },
    { path: `/text-books/broken-links?textbook=${book.id}&kind=video`, shows: '.broken-link' },
    { path: '/text-books/broken-links?kind=cover', shows: '.list-state' },
    { path: `/text-books/${book.id}`, shows: '.broken-links-notice' },
    { path: '/textbooks', shows: 'table' },
  ];
}

describe('at every width and in both languages, nothing is wrong with', () => {
  it('broken links', async () => {
    expect(await walk(product, await ofLinks())).toEqual([]);
  });
});
