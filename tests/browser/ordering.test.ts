import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { contents, lessons, textbooks } from '#api/db/schema.ts';
import { accessibilityViolations, settled } from '#tests/support/accessibility.ts';
import { startProduct } from '#tests/support/product.ts';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { updateLessonsOrder } from '#schema/rest/lessons.ts';
import { send, tokenOf, addStaff } from '#tests/api/school.ts';
import { administratorAt, isWider, namesIn } from './book-journey.ts';

const product = startProduct();
const titles = ['Red', 'Blue', 'Green', 'Pink'];
const names = titles.map((title) => `${title} Hello`);
let path: string;
let bookId: string;
let unitIds: string[];

beforeAll(async () => {
  const { db } = product.world.services;
  const book = await makeTextBook(db, { name: 'Colours' });
  const units = [];
  for (const [position, title] of titles.entries())
    units.push(await makeLesson(db, { textbookId: book.id, position, title }));
  const first = units[0]?.id ?? '';
  for (let position = 0; position < 3; position += 1) await makeContent(db, { lessonId: first, position });
  bookId = book.id;
  unitIds = units.map(({ id }) => id);
  path = `/text-books/${book.id}`;
});

/** What the database holds, by title. */
async function stored(): Promise<string[]> {
  const rows = await product.world.services.db.select().from(lessons).where(eq(lessons.textbookId, bookId));
  return rows.sort((a, b) => a.position - b.position).map(({ title, name }) => `${title} ${name}`);
}
const order = (...indexes: number[]) => indexes.map((index) => names[index]);

describe('the order of a book’s units', () => {
  it('is changed by the keyboard alone: buttons and a typed place, read aloud, and taken back', async () => {
    const { page, complaints, context } = await administratorAt(product, path);
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

    const place = page.getByRole('textbox', { name: 'Place of Pink Hello, 1 to 4' });
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
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is changed by dragging with the mouse, and not by a drag that Escape gives up', async () => {
    const { page, context } = await administratorAt(product, path);
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
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.mouse.up();
    });
    await expect.poll(() => namesIn(page, 'Units')).toEqual(order(0, 1, 2, 3));
    await drag(0, 2, () => page.mouse.up());
    await expect.poll(stored).toEqual(order(1, 2, 0, 3));
    await expect.poll(() => namesIn(page, 'Units')).toEqual(order(1, 2, 0, 3));
    await expect.poll(() => page.locator('.ordered-list > li[style*=translate]').count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(stored).toEqual(order(0, 1, 2, 3));
    await context.close();
  });

  it('is put back with a word when the server cannot be reached', async () => {
    const { page, context } = await administratorAt(product, path);
    await page.getByRole('button', { name: 'Move Blue Hello up' }).waitFor();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Move Blue Hello up' }).click();
    await page.getByText('The order was put back.').waitFor();
    await expect.poll(() => namesIn(page, 'Units')).toEqual(order(0, 1, 2, 3));
    await context.setOffline(false);
    expect(await stored()).toEqual(order(0, 1, 2, 3));
    await context.close();
  });

  it('that somebody else has changed meanwhile is said, and loaded again', async () => {
    const { page, context } = await administratorAt(product, path, { language: 'jp', width: 'phone' });
    const up = page.getByRole('button', { name: '「Blue Hello」を上へ移動' });
    await up.waitFor();
    const other = await addStaff(product.world, { role: 'Administrator' });
    const { db } = product.world.services;
    const [book] = await db.select().from(textbooks).where(eq(textbooks.id, bookId));
    const body = { textBookId: bookId, lessonIds: unitIds.toReversed(), version: book?.version ?? 0 };
    const token = await tokenOf(product.world, other);
    await send(product.world, updateLessonsOrder, { token, body }).expect(200);
    await up.click();
    await page.getByText('最新の並び順を読み込みました。').waitFor();
    await page.getByText('変更しました').first().waitFor();
    await expect.poll(() => namesIn(page, 'ユニット')).toEqual(order(3, 2, 1, 0));
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await isWider(page)).toBe(false);
    await context.close();
  });
});

describe('the order of a unit’s contents', () => {
  it('is changed by a finger on a phone, in the book’s tree and on the unit’s own screen alike', async () => {
    const { page, context } = await administratorAt(product, `${path}?open=${unitIds[0] ?? ''}`, { width: 'phone' });
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
    const list = 'Contents of Red Hello';
    await expect.poll(() => namesIn(page, list)).toEqual(['Page 3', 'Page 1', 'Page 2']);
    const { db } = product.world.services;
    const positions = async () =>
      (
        await db
          .select()
          .from(contents)
          .where(eq(contents.lessonId, unitIds[0] ?? ''))
      )
        .sort((a, b) => a.position - b.position)
        .map(({ name }) => name);
    await expect.poll(positions).toEqual(['Page 3', 'Page 1', 'Page 2']);
    await page.reload();
    await expect.poll(() => namesIn(page, list)).toEqual(['Page 3', 'Page 1', 'Page 2']);
    await page.getByRole('link', { name: 'Red Hello', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Red Hello' }).waitFor();
    await page.getByRole('button', { name: 'Move Page 3 down' }).click();
    await expect.poll(positions).toEqual(['Page 1', 'Page 3', 'Page 2']);
    expect(await accessibilityViolations(page)).toEqual([]);
    await expect.poll(() => isWider(page)).toBe(false);
    await page.goBack();
    await expect.poll(() => namesIn(page, list)).toEqual(['Page 1', 'Page 3', 'Page 2']);
    await context.close();
  });
});
