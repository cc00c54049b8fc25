import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { updateContent } from '#schema/rest/contents.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { contents } from '#api/ground/db/schema.ts';
import { makeWriter } from '#tests/api/book-writer.ts';
import { accessibilityViolations } from '#tests/support/accessibility.ts';
import { startProduct } from '#tests/support/product.ts';
import { readQrCode } from '#tests/support/qr-reader.ts';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { told } from '#tests/support/staff-device.ts';
import { fill, heading, press, problem, staffAt, toast, wordsOf } from './staff-walk.ts';

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
  const codes = wordsOf('en', 'printed-codes');
  const question = page.getByRole('alertdialog', { name: codes('title-NEW_QR_CODE', { name }) });
  await choose(words('regenerate'));
  await question.getByText(codes('breaks-NEW_QR_CODE')).waitFor();
  await question.getByText(codes('neverUsed')).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await question.getByRole('button', { name: wordsOf('en', 'common')('cancel') }).press('Enter');
  await question.waitFor({ state: 'detached' });
  const menu = wordsOf('en', 'lists')('rowActions', { name });
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(menu);
  await choose(words('regenerate'));
  await question.getByRole('button', { name: codes('confirm-NEW_QR_CODE') }).press('Enter');
  await told({ toasts }, words('regenerated'));
  await page.getByText(link).waitFor({ state: 'detached' });
  const renewed = (await savedCode(page, words('downloadPng'))) ?? 'no code';
  expect(renewed).toMatch(/\/student\/content\/[\w-]{22,}$/);
  expect(renewed).not.toBe(link);
  await page.getByText(renewed).waitFor();

  await choose(wordsOf('en', 'lessons')('delete'));
  const breaks = page.getByRole('alertdialog', { name: codes('title-DELETION', { name }) });
  await breaks.getByRole('button', { name: codes('confirm-DELETION'), exact: true }).press('Enter');
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

it('a page that is unpublished in its form says first which codes stop opening, by keyboard alone, and “no” loses nothing', async () => {
  const name = 'Colours';
  for (const language of ['en', 'jp'] as const) {
    const { content, path } = await makeFilm(name);
    const { page, complaints, context } = await staffAt(product, 'Administrator', path, { language });
    const codes = wordsOf(language, 'printed-codes');
    const [save, cancel] = [wordsOf(language, 'common')('save'), wordsOf(language, 'common')('cancel')];
    await fill(page, 'description', 'Typed for an hour');
    await page.locator('input[name=published]').press('Space');
    await page.getByRole('button', { name: save, exact: true }).press('Enter');
    const question = page.getByRole('alertdialog', { name: codes('title-DRAFT', { name }) });
    await question.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await question.getByRole('button', { name: cancel }).evaluate((it) => it === document.activeElement)).toBe(
      true,
    );
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await problem(page, 'published', wordsOf(language, 'messages')('stillPublished')).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('published');
    expect(await page.locator('[name=description]').inputValue()).toBe('Typed for an hour');
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.reload();
    await page.locator('[name=description]').waitFor();
    expect(await page.locator('[name=description]').inputValue()).toBe('Typed for an hour');
    await page.getByRole('button', { name: save, exact: true }).press('Enter');
    await question.getByRole('button', { name: codes('confirm-DRAFT'), exact: true }).press('Enter');
    await expect
      .poll(async () => {
        const [row] = await product.world.services.db.select().from(contents).where(eq(contents.id, content.id));
        return [row?.description, row?.publishedAt];
      })
      .toEqual(['Typed for an hour', null]);
    expect(own(complaints)).toEqual([]);
    await context.close();
  }
});
