import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { contents, lessons, textbooks } from '#api/ground/db/schema.ts';
import { settled } from '#tests/support/accessibility.ts';
import { startProduct } from '#tests/support/product.ts';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { updateLessonsOrder } from '#schema/rest/lessons.ts';
import { makeWriter } from '#tests/api/book-writer.ts';
import { namesIn } from './names-in.ts';
import { heading, staffAt } from './staff-walk.ts';

const product = startProduct();
const titles = ['Red', 'Blue', 'Green', 'Pink'];
const names = titles.map((title) => `${title} Hello`);

/** A book of four units, the first of which has three contents. */
async function newBook() {
  const { db } = product.world.services;
  const book = await makeTextBook(db, { name: 'Colours' });
  const unitIds: string[] = [];
  for (const [position, title] of titles.entries())
    unitIds.push((await makeLesson(db, { textbookId: book.id, position, title })).id);
  const [first = ''] = unitIds;
  for (let position = 0; position < 3; position += 1) await makeContent(db, { lessonId: first, position });
  return { ...book, first, unitIds, path: `/text-books/${book.id}` };
}

/** What the database holds: the units of a book, or the contents of a unit. */
async function storedUnits(bookId: string): Promise<string[]> {
  const { db } = product.world.services;
  const rows = await db.select().from(lessons).where(eq(lessons.textbookId, bookId)).orderBy(lessons.position);
  return rows.map(({ title, name }) => `${title} ${name}`);
}
async function storedContents(lessonId: string): Promise<string[]> {
  const { db } = product.world.services;
  const rows = await db.select().from(contents).where(eq(contents.lessonId, lessonId)).orderBy(contents.position);
  return rows.map(({ name }) => name);
}
const order = (...indexes: number[]) => indexes.map((index) => names[index]);

describe('the order of a book’s units', () => {
  it('is changed by the keyboard alone, read aloud, taken back, and put back when no server is reached', async () => {
    const { id, path } = await newBook();
    const stored = () => storedUnits(id);
    const { page, complaints, context } = await staffAt(product, 'Administrator', path);
    const down = page.getByRole('button', { name: 'Move Red Hello down' });
    await down.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Red Hello is now number 2 of 4.').waitFor();
    // The row moved, and the focus with it.
    await page.keyboard.press('Enter');
    await expect.poll(() => namesIn(page, 'Units')).toEqual(order(1, 2, 0, 3));
    await down.and(page.locator(':focus')).waitFor();
    await expect.poll(stored).toEqual(order(1, 2, 0, 3));
    // Both presses are one change to take back.
    await page.getByText('Red Hello is now number 3.').waitFor();
    await page.keyboard.press('F8');
    await page.keyboard.press('Enter');
    await expect.poll(stored).toEqual(order(0, 1, 2, 3));
    await expect.poll(() => namesIn(page, 'Units')).toEqual(order(0, 1, 2, 3));

    const place = page.getByRole('textbox', { name: 'Position of Pink Hello, 1 to 4' });
    await place.focus();
    await page.keyboard.type('１');
    await place.press('Enter');
    await expect.poll(stored).toEqual(order(3, 0, 1, 2));
    await place.fill('99');
    await place.press('Enter');
    await expect.poll(stored).toEqual(order(0, 1, 2, 3));
    await place.fill('first');
    await place.press('Enter');
    await expect.poll(() => place.inputValue()).toBe('4');
    expect(complaints).toEqual([]);

    await context.setOffline(true);
    await page.getByRole('button', { name: 'Move Blue Hello up' }).click();
    await page.getByText('Order restored.').waitFor();
    await expect.poll(() => namesIn(page, 'Units')).toEqual(order(0, 1, 2, 3));
    await context.setOffline(false);
    expect(await stored()).toEqual(order(0, 1, 2, 3));
    await context.close();
  });

  it('is changed by dragging with the mouse, and not by a drag that Escape gives up', async () => {
    const { id, path } = await newBook();
    const stored = () => storedUnits(id);
    const { page, complaints, context } = await staffAt(product, 'Administrator', path, { language: 'jp' });
    const handles = page.locator('.unit-line .order-handle');
    await handles.nth(3).waitFor();
    async function drag(from: number, to: number, finish: () => Promise<void>): Promise<void> {
      await settled(page);
      const [start, end] = [await handles.nth(from).boundingBox(), await handles.nth(to).boundingBox()];
      if (!start || !end) throw new Error('A handle is not shown');
      await page.mouse.move(start.x + 8, start.y + 8);
      await page.mouse.down();
      await page.mouse.move(end.x + 8, end.y + 14, { steps: 6 });
      await finish();
    }
    await drag(0, 2, async () => {
      await page.keyboard.press('Escape');
      await page.mouse.up();
    });
    await expect.poll(() => namesIn(page, 'ユニット')).toEqual(order(0, 1, 2, 3));
    await drag(0, 2, () => page.mouse.up());
    await expect.poll(stored).toEqual(order(1, 2, 0, 3));
    await expect.poll(() => namesIn(page, 'ユニット')).toEqual(order(1, 2, 0, 3));
    await expect.poll(() => page.locator('.ordered-list > li[style*=translate]').count()).toBe(0);
    await page.getByRole('button', { name: '元に戻す' }).click();
    await expect.poll(stored).toEqual(order(0, 1, 2, 3));
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('the order of a unit’s contents', () => {
  it('is changed by a finger on a phone, in the tree and on the unit’s screen; another’s change is said', async () => {
    const { id, first, path, unitIds } = await newBook();
    const stored = () => storedContents(first);
    const look = { language: 'jp', width: 'phone' } as const;
    const { page, context } = await staffAt(product, 'Administrator', `${path}?open=${first}`, look);
    const handles = page.locator('.content-line .order-handle');
    await handles.nth(2).waitFor();
    await handles.nth(2).scrollIntoViewIfNeeded();
    await settled(page);
    const [start, end] = [await handles.nth(2).boundingBox(), await handles.nth(0).boundingBox()];
    if (!start || !end) throw new Error('A handle is not shown');
    const touch = await page.context().newCDPSession(page);
    const at = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: start.x + 8, y }] });
    await at('touchStart', start.y + 8);
    for (const share of [0.3, 0.6, 1]) await at('touchMove', start.y + 8 + (end.y - start.y) * share - 6 * share);
    await at('touchEnd');
    const list = '「Red Hello」のコンテンツ';
    await expect.poll(() => namesIn(page, list)).toEqual(['Page 3', 'Page 1', 'Page 2']);
    await expect.poll(stored).toEqual(['Page 3', 'Page 1', 'Page 2']);
    await page.reload();
    await expect.poll(() => namesIn(page, list)).toEqual(['Page 3', 'Page 1', 'Page 2']);
    await page.getByRole('link', { name: 'Red Hello', exact: true }).click();
    await heading(page, 'Red Hello').waitFor();
    await page.getByRole('button', { name: '「Page 3」を下へ移動' }).click();
    await expect.poll(stored).toEqual(['Page 1', 'Page 3', 'Page 2']);
    await page.goBack();
    await expect.poll(() => namesIn(page, list)).toEqual(['Page 1', 'Page 3', 'Page 2']);

    // Somebody else has turned the units round.
    const up = page.getByRole('button', { name: '「Blue Hello」を上へ移動' });
    await up.waitFor();
    const { db } = product.world.services;
    const [book] = await db.select().from(textbooks).where(eq(textbooks.id, id));
    const body = { textBookId: id, lessonIds: unitIds.toReversed(), version: book?.version };
    await (await makeWriter(product.world)).call(updateLessonsOrder, { body }).expect(200);
    await up.click();
    await page.getByText('並び順を読み込み直しました。').waitFor();
    await page.getByText('変更しました').first().waitFor();
    await expect.poll(() => namesIn(page, 'ユニット')).toEqual(order(3, 2, 1, 0));
    await context.close();
  });
});
