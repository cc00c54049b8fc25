import { beforeAll, expect, it } from 'vitest';
import { ContentType } from '#schema/rest/enumerations.ts';
import { keepViews } from '#tests/support/kept-views.ts';
import { startProduct } from '#tests/support/product.ts';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { staffAt } from './staff-walk.ts';

const product = startProduct();
let bookId: string;
let unscannedId: string;

beforeAll(async () => {
  const { services } = product.world;
  const { db } = services;
  const { id: textbookId } = await makeTextBook(db, { name: 'Weather book' });
  bookId = textbookId;
  const first = await makeLesson(db, { textbookId, position: 0, title: 'Unit 1', name: 'Sun' });
  const second = await makeLesson(db, { textbookId, position: 1, title: 'Unit 2', name: 'Rain', publishedAt: null });
  const inFirst = { lessonId: first.id };
  const most = await makeContent(db, { ...inFirst, position: 0, name: 'Sunny', type: ContentType.VIDEO });
  const little = await makeContent(db, { ...inFirst, position: 1, name: 'Hot' });
  unscannedId = (await makeContent(db, { ...inFirst, position: 2, name: 'Dry' })).id;
  await makeContent(db, { lessonId: second.id, position: 0, name: 'Wet' });
  const view = (contentId: string) => ({ textbookId, lessonId: first.id, contentId, durationMs: 1000 });
  const of2031 = new Date('2031-05-01T03:00:00Z');
  await keepViews(services, ...Array.from({ length: 9 }, () => ({ ...view(most.id), startedAt: of2031 })), {
    ...view(little.id),
    startedAt: of2031,
  });
});

it('shows a publisher the book page by page, and where nobody has ever been', async () => {
  const { page, complaints, context } = await staffAt(product, 'Administrator', `/text-books/${bookId}`);
  await page.getByRole('button', { name: 'Usage map' }).click();
  const tiles = page.locator('.map-tile');
  await tiles.first().waitFor();
  const said = (await tiles.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  expect(said).toEqual([
    'p. 1 Video Sunny Opened 9 times 9 s Last: 1 May 2031',
    'p. 2 Read Hot Opened once 1 s Last: 1 May 2031',
    'p. 3 Read Dry Never opened',
    'p. 1 Read Wet Code not active yet',
  ]);
  await page.getByText('2 of 4 contents opened: 10 views, 10 s in total.').waitFor();
  const legend = page.getByRole('list', { name: 'Colour key' }).getByRole('listitem');
  expect(await legend.allInnerTexts()).toEqual([
    'Never opened',
    'Code not active yet',
    'Opened 1 to 3 times',
    'Opened 7 times or more',
  ]);

  const never = page.getByRole('button', { name: 'Never opened (1)' });
  await never.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => tiles.count()).toBe(1);
  expect(new URL(page.url()).searchParams.get('show')).toBe('never');
  await page.getByRole('button', { name: 'This month' }).click();
  await expect.poll(() => page.url()).toContain('days=month');
  await page.getByText('0 of 4 contents opened').waitFor();
  await page.getByText(/^1 .* – .*, (28|29|30|31) days$/).waitFor();
  expect(await tiles.count()).toBe(1);

  await tiles.first().focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/contents/${unscannedId}`);
  await page.goBack();
  await expect.poll(() => tiles.count()).toBe(1);
  await page.getByRole('button', { name: 'All contents (4)' }).click();
  await page.locator('.map-unused').first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
