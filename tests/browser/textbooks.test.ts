import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { updateLesson } from '#schema/rest/lessons.ts';
import { updateTextBook } from '#schema/rest/textbooks.ts';
import { makeWriter } from '#tests/api/book-writer.ts';
import { photo } from '#tests/support/media-samples.ts';
import { startProduct } from '#tests/support/product.ts';
import { readQrCode } from '#tests/support/qr-reader.ts';
import { leaveDialog, told } from '#tests/support/staff-device.ts';
import { makeClass, makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { unzip } from '#tests/support/unzip.ts';
import { namesIn } from './names-in.ts';
import { fill, heading, press, problem, staffAt, wordsOf } from './staff-walk.ts';

const product = startProduct();
const db = () => product.world.services.db;

async function fillUnit(page: Page, number: string, title: string): Promise<void> {
  await fill(page, 'number', number);
  await fill(page, 'title', title);
  await fill(page, 'name', 'Hello');
  await fill(page, 'languageFocus', 'Hello!');
  await fill(page, 'phonics', 'h');
}

/** The pictures of a saved export, each read by a reader that is not ours. */
async function codesOf(page: Page, press: () => Promise<void>): Promise<Set<string>> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  expect(download.suggestedFilename()).toMatch(/qr-codes\.zip$/);
  const files = await unzip(await readFile(await download.path()));
  const codes = new Set<string>();
  for (const [name, picture] of files) if (!name.endsWith('.pdf')) codes.add((await readQrCode(picture)) ?? name);
  return codes;
}

describe('an administrator', () => {
  it('makes a book with a cover, adds units one after the other, and finds them in its tree', async () => {
    const { page, complaints, toasts, context } = await staffAt(product, 'Administrator', '/textbooks');
    await page.getByRole('button', { name: 'New textbook' }).click();
    await page.locator('input[name=name]').fill('Stars 7');
    await page.locator('input[name=shortCode]').fill('STARS7');
    const cover = { name: 'cover.jpg', mimeType: 'image/jpeg', buffer: await photo(300, 400) };
    await page.locator('input[type=file]').setInputFiles(cover);
    await page.getByRole('button', { name: 'Use this image' }).click();
    await page.getByRole('button', { name: 'Create textbook' }).click();
    await page.getByRole('heading', { name: 'No units yet' }).waitFor();
    await page.getByRole('img', { name: 'Thumbnail' }).waitFor();

    await page.getByRole('button', { name: 'Add unit' }).click();
    await page.getByRole('heading', { name: 'New unit' }).waitFor();
    await fillUnit(page, '1', 'Unit 1');
    await page.getByRole('button', { name: 'Save and add another' }).click();
    await told({ toasts }, 'Unit 1 Hello was created.');
    await expect.poll(() => page.locator('input[name=number]').inputValue()).toBe('2');
    await fillUnit(page, '２', 'Unit 2');
    await page.getByRole('button', { name: 'Create unit' }).click();
    await page.getByRole('heading', { level: 1, name: 'Unit 2 Hello' }).waitFor();

    await page.getByRole('button', { name: 'Edit' }).click();
    await page.locator('input[name=title]').fill('Unit two');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Unit two Hello' }).waitFor();
    await page.reload();
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Stars 7' }).click();
    await expect.poll(() => namesIn(page, 'Units')).toEqual(['Unit 1 Hello', 'Unit two Hello']);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Unit two Hello' }).waitFor();

    // Deleted, and back at its place.
    await page.getByRole('button', { name: 'Actions for Unit two Hello' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Unit two Hello was deleted.').waitFor();
    await expect.poll(() => namesIn(page, 'Units')).toEqual(['Unit 1 Hello']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => namesIn(page, 'Units')).toEqual(['Unit 1 Hello', 'Unit two Hello']);
    await page.getByText('2 units').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('saves the QR codes of a book and of a unit, each of which is read as its page’s link', async () => {
    const book = await makeTextBook(db(), { shortCode: 'CODES7', name: 'Codes' });
    const unit = await makeLesson(db(), { textbookId: book.id, position: 0 });
    const page1 = await makeContent(db(), { lessonId: unit.id, position: 0 });
    const other = await makeLesson(db(), { textbookId: book.id, position: 1 });
    const page2 = await makeContent(db(), { lessonId: other.id, position: 0 });
    const { page, complaints, context } = await staffAt(product, 'Administrator', `/text-books/${book.id}`);
    const student = `${product.world.url}/student`;
    const linkOf = ({ hashCode }: { hashCode: string }) => `${student}/content/${hashCode}`;
    const linkOfUnit = ({ hashCode }: { hashCode: string }) => `${student}/unit-detail?unit=${hashCode}&printed`;
    const linkOfBook = `${student}/unit-list?book=${book.hashCode}&printed`;
    const button = page.getByRole('button', { name: 'Export QR codes' });
    await button.waitFor();
    expect(await codesOf(page, () => button.click())).toEqual(
      new Set([linkOfBook, linkOfUnit(unit), linkOf(page1), linkOfUnit(other), linkOf(page2)]),
    );
    await page.goto(`${product.world.url}/units/${unit.id}`);
    expect(await codesOf(page, () => button.click())).toEqual(new Set([linkOfUnit(unit), linkOf(page1)]));
    expect(complaints).toEqual([]);

    const empty = await makeTextBook(db(), { name: 'Empty' });
    await page.goto(`${product.world.url}/text-books/${empty.id}`);
    await button.click();
    await page.getByText('Nothing to export yet.').waitFor();
    await context.close();
  });

  it('cannot delete a book that classes use, and is told which; another goes and comes back', async () => {
    const look = { language: 'jp', width: 'phone' } as const;
    const { page, complaints, context } = await staffAt(product, 'Administrator', '/textbooks?view=grid', look);
    const menuOf = (name: string) => page.getByRole('row', { name: new RegExp(name) }).getByRole('button');
    await menuOf('Hello, World! 1').click();
    await page.getByRole('menuitem', { name: '削除' }).click();
    await page.getByRole('heading', { name: 'Hello, World! 1を削除できません。クラスで使われています。' }).waitFor();
    await page.getByRole('alertdialog').getByRole('link').first().waitFor();
    await leaveDialog(page);
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });

    await menuOf('Stories of the Sea').click();
    await page.getByRole('menuitem', { name: '削除' }).click();
    await page.getByRole('row', { name: /Stories of the Sea/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '元に戻す' }).click();
    await page.getByRole('row', { name: /Stories of the Sea/ }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

const submit = (page: Page) => page.locator('.form-buttons button[type=submit]').first().click();

describe('the form of a textbook', () => {
  it('has its rules in words, its server’s refusals at their fields, and guards what is unsaved', async () => {
    const look = { language: 'jp', width: 'phone' } as const;
    const { page, context } = await staffAt(product, 'Administrator', '/text-books/new', look);
    await press(page, 'テキストを作成');
    await problem(page, 'name', 'テキスト名を入力してください。').waitFor();
    await problem(page, 'shortCode', 'ショートコードを入力してください。').waitFor();
    await page.locator('input[name=name]:focus').waitFor();
    await page.getByLabel('名前').fill('ほし 1');
    await problem(page, 'name', 'テキスト名').waitFor({ state: 'detached' });
    await page.getByLabel('ショートコード').fill('ｈｅｌｌｏ-1');
    // A slow press: the field's problem must not push the button from under it.
    await page.getByRole('button', { name: 'テキストを作成' }).click({ delay: 200 });
    await problem(page, 'shortCode', 'すでに使われています').waitFor();
    await page.locator('input[name=shortCode]:focus').waitFor();
    await press(page, 'キャンセル');
    await page.getByRole('alertdialog').waitFor();
    await press(page, 'このページに残る');
    await context.close();
  });

  it('makes no draft of a book of running classes, and shows what somebody else has changed', async () => {
    const book = await makeTextBook(db(), { name: 'Running' });
    await makeClass(db(), { textbookId: book.id, className: 'Runners' });
    const address = `/text-books/${book.id}?edit`;
    const { page, complaints, context } = await staffAt(product, 'Administrator', address, { language: 'jp' });
    const published = page.locator('input[name=published]');
    await published.waitFor({ state: 'attached' });
    await published.uncheck({ force: true });
    await submit(page);
    const refusal = wordsOf('jp', 'messages')('textBookInUse', { name: book.name, classes: 'Runners' });
    await problem(page, 'published', refusal).waitFor();
    await page.locator('input[name=published]:focus').waitFor();
    await published.check({ force: true });
    await fill(page, 'name', 'Mine');
    const writer = await makeWriter(product.world);
    const theirs = { body: writer.values.book({ name: 'Theirs', version: 1 }), params: { Id: book.id } };
    await writer.call(updateTextBook, theirs).expect(200);
    await submit(page);
    await page.locator('.form-conflict').filter({ hasText: 'Mio Hara' }).waitFor();
    await page.getByRole('button', { name: wordsOf('jp', 'forms')('showTheirs') }).press('Enter');
    await expect.poll(() => page.locator('input[name=name]').inputValue()).toBe('Theirs');
    await page.getByRole('button', { name: wordsOf('jp', 'forms')('bringBackMine') }).press('Enter');
    await submit(page);
    await heading(page, 'Mine').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('the form of a unit', () => {
  it('says at each field what is missing, and shows what somebody else has changed', async () => {
    const book = await makeTextBook(db());
    const unit = await makeLesson(db(), { textbookId: book.id, position: 0, title: 'Old', name: 'Hello' });
    const address = `/units/${unit.id}?edit`;
    const { page, complaints, context } = await staffAt(product, 'Administrator', address, { width: 'tablet' });
    for (const field of ['number', 'title', 'name', 'languageFocus', 'phonics']) await fill(page, field, '');
    await submit(page);
    const missing = ['Unit number', 'Unit title', 'Unit name', 'Language focus', 'Phonics'];
    const problems = page.locator('.field-problem:not(:empty)');
    await expect.poll(() => problems.allInnerTexts()).toEqual(missing.map((name) => `${name} is required`));
    await page.locator('input[name=number]:focus').waitFor();
    await fillUnit(page, '0', 'Mine');
    const writer = await makeWriter(product.world);
    const theirs = { body: writer.values.lesson({ title: 'Theirs', version: 1 }), params: { id: unit.id } };
    await writer.call(updateLesson, theirs).expect(200);
    await submit(page);
    await page.locator('.form-conflict').filter({ hasText: 'Mio Hara' }).waitFor();
    await press(page, 'Load the new version');
    await expect.poll(() => page.locator('input[name=title]').inputValue()).toBe('Theirs');
    await press(page, 'Restore my changes');
    await submit(page);
    await heading(page, 'Mine Hello').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
