import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { updateContent } from '#schema/rest/contents.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { makeWriter } from '#tests/api/book-writer.ts';
import { startProduct } from '#tests/support/product.ts';
import { readQrCode } from '#tests/support/qr-reader.ts';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { told } from '#tests/support/staff-device.ts';
import { fill, heading, press, staffAt, toast, wordsOf } from './staff-walk.ts';

const product = startProduct();
// This network keeps YouTube away, and the browser says so of every frame.
const own = (complaints: readonly string[]) => complaints.filter((text) => !/net::ERR_|Failed to load/.test(text));
const youtubeLink = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ';

async function makeFilm(name: string) {
  const { db } = product.world.services;
  const book = await makeTextBook(db, { name: `Book of ${name}` });
  const unit = await makeLesson(db, { textbookId: book.id, position: 0 });
  const content = await makeContent(db, { lessonId: unit.id, position: 0, type: ContentType.VIDEO, name, youtubeLink });
  return { unit, content, path: `/contents/${content.id}` };
}

/** The link in a picture of a QR code that was saved to disk. */
async function savedCode(page: Page, button: string): Promise<string | undefined> {
  const link = page
    .getByRole('button', { name: button })
    .or(page.getByRole('link', { name: button }))
    .first();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toMatch(/\.(?:png|svg)$/);
  return readQrCode(await readFile(await download.path()));
}

it('a content that somebody else has changed is shown as theirs, and nothing typed is lost', async () => {
  const { content, path } = await makeFilm('Old name');
  const { page, toasts, complaints, context } = await staffAt(product, 'Administrator', path, { language: 'jp' });
  const forms = wordsOf('jp', 'forms');
  const save = () => press(page, wordsOf('jp', 'common')('save'));
  await fill(page, 'name', 'Mine');
  await fill(page, 'pageNumber', '41');
  const writer = await makeWriter(product.world);
  const { VIDEO: type } = ContentType;
  const body = writer.values.content({ type, name: 'Theirs', pageNumber: 1, youtubeLink, version: 1 });
  await writer.call(updateContent, { body, params: { id: content.id } }).expect(200);

  await save();
  await page.locator('.form-conflict').filter({ hasText: 'Mio Hara' }).waitFor();
  const said = wordsOf('jp', 'messages')('checkAndResubmit');
  await page.locator('.form-problem').filter({ hasText: said }).waitFor();
  await page.getByRole('button', { name: forms('showTheirs') }).press('Enter');
  await expect.poll(() => page.locator('input[name=name]').inputValue()).toBe('Theirs');
  await expect.poll(() => page.locator('input[name=pageNumber]').inputValue()).toBe('1');
  await page.getByRole('button', { name: forms('bringBackMine') }).press('Enter');
  await expect.poll(() => page.locator('input[name=pageNumber]').inputValue()).toBe('41');
  await save();
  await told({ toasts }, wordsOf('jp', 'contents')('saved'));
  await page.goto(`${product.world.url}${path}`);
  await heading(page, 'Mine').waitFor();
  expect(own(complaints)).toEqual([]);
  await context.close();
});

it('its QR code is saved as PNG and SVG that read as its link, until a new one is made; deleted, it comes back', async () => {
  const name = 'Code';
  const { content, unit, path } = await makeFilm(name);
  const words = wordsOf('en', 'contents');
  const { page, toasts, complaints, context } = await staffAt(product, 'Administrator', path, { width: 'phone' });
  const link = `${product.world.url}/student/content/${content.hashCode}`;
  await page.getByText(link).waitFor();
  expect(await savedCode(page, words('downloadPng'))).toBe(link);
  expect(await savedCode(page, words('downloadSvg'))).toBe(link);
  await page.getByRole('button', { name: words('copyUrlLink') }).press('Enter');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  const choose = async (item: string) => {
    await page.getByRole('button', { name: wordsOf('en', 'lists')('rowActions', { name }) }).press('Enter');
    await page.getByRole('menuitem', { name: item }).press('Enter');
  };
  const question = page.getByRole('alertdialog', { name: words('regenerateTitle') });
  await choose(words('regenerate'));
  await question.getByText(words('regenerateText')).waitFor();
  await question.getByRole('button', { name: wordsOf('en', 'common')('cancel') }).press('Enter');
  await question.waitFor({ state: 'detached' });
  await choose(words('regenerate'));
  await question.getByRole('button', { name: words('regenerateConfirm') }).press('Enter');
  await told({ toasts }, words('regenerated'));
  await page.getByText(link).waitFor({ state: 'detached' });
  const renewed = (await savedCode(page, words('downloadPng'))) ?? 'no code';
  expect(renewed).toMatch(/\/student\/content\/[\w-]{22,}$/);
  expect(renewed).not.toBe(link);
  await page.getByText(renewed).waitFor();

  await choose(wordsOf('en', 'lessons')('delete'));
  const codes = wordsOf('en', 'printed-codes');
  const breaks = page.getByRole('alertdialog', { name: codes('deleteTitle', { name }) });
  await breaks.getByRole('button', { name: codes('delete'), exact: true }).press('Enter');
  await page.waitForURL(`**/units/${unit.id}`);
  await page.getByText(wordsOf('en', 'lessons')('noContentsText')).waitFor();
  const deleted = toast(page, wordsOf('en', 'lessons')('deletedContent', { name }));
  await deleted.getByRole('button', { name: wordsOf('en', 'shell')('undo') }).press('Enter');
  await page.getByRole('link', { name, exact: true }).first().press('Enter');
  await page.waitForURL(`**${path}`);
  await page.getByText(renewed).waitFor();
  expect(own(complaints)).toEqual([]);
  await context.close();
});
