import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ContentType } from '#schema/rest/enumerations.ts';
import { startProduct } from '#tests/support/product.ts';
import { readQrCode } from '#tests/support/qr-reader.ts';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { told } from '#tests/support/staff-device.ts';
import { bothLanguages, fill, flawsAtBothWidths, heading, staffAt, toast, wordsOf } from './staff-walk.ts';

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

it.each(bothLanguages)(
  'a content that two people change at once is shown to both, and nothing typed is lost, in %s',
  async (language) => {
    const { path } = await makeFilm('Old name');
    const forms = wordsOf(language, 'forms');
    const save = wordsOf(language, 'common')('save');
    const first = await staffAt(product, 'Administrator', path, { language });
    const second = await staffAt(product, 'SuperAdmin', path, { language });
    await fill(first.page, 'name', 'Mine');
    await fill(first.page, 'pageNumber', '41');
    await fill(second.page, 'name', 'Theirs');
    await second.page.getByRole('button', { name: save, exact: true }).click();
    await told(second, wordsOf(language, 'contents')('saved'));

    await first.page.getByRole('button', { name: save, exact: true }).click();
    const notice = first.page.locator('.form-conflict');
    await notice.filter({ hasText: /Fujita/ }).waitFor();
    await first.page
      .locator('.form-problem')
      .filter({ hasText: wordsOf(language, 'messages')('checkAndResubmit') })
      .waitFor();
    expect(await flawsAtBothWidths(first.page)).toEqual([]);
    await first.page.getByRole('button', { name: forms('showTheirs') }).press('Enter');
    await expect.poll(() => first.page.locator('input[name=name]').inputValue()).toBe('Theirs');
    await expect.poll(() => first.page.locator('input[name=pageNumber]').inputValue()).toBe('1');
    await first.page.getByRole('button', { name: forms('bringBackMine') }).press('Enter');
    await expect.poll(() => first.page.locator('input[name=pageNumber]').inputValue()).toBe('41');
    expect(await flawsAtBothWidths(first.page)).toEqual([]);
    await first.page.getByRole('button', { name: save, exact: true }).click();
    await told(first, wordsOf(language, 'contents')('saved'));
    await second.page.goto(`${product.world.url}${path}`);
    await heading(second.page, 'Mine').waitFor();
    expect(own(first.complaints)).toEqual([]);
    await Promise.all([first.context.close(), second.context.close()]);
  },
);

it.each(bothLanguages)(
  'a content is deleted by keys, and comes back by its toast with its code, in %s',
  async (language) => {
    const name = `Film ${language}`;
    const { content, unit, path } = await makeFilm(name);
    const { page, complaints, context } = await staffAt(product, 'Administrator', path, { language });
    await page.getByRole('button', { name: wordsOf(language, 'lists')('rowActions', { name }) }).press('Enter');
    await page.getByRole('menuitem', { name: wordsOf(language, 'lessons')('delete') }).press('Enter');
    await page.waitForURL(`**/units/${unit.id}`);
    await page.getByText(wordsOf(language, 'lessons')('noContentsText')).waitFor();
    const said = toast(page, wordsOf(language, 'lessons')('deletedContent', { name }));
    await said.getByRole('button', { name: wordsOf(language, 'shell')('undo') }).press('Enter');
    await page.getByRole('link', { name, exact: true }).first().press('Enter');
    await page.waitForURL(`**${path}`);
    await page.getByText(`/student/content/${content.hashCode}`).waitFor();
    expect(own(complaints)).toEqual([]);
    await context.close();
  },
);

it.each(bothLanguages)(
  'its QR code is saved as PNG and SVG that read as its link, until a new one is made, in %s',
  async (language) => {
    const name = `Code ${language}`;
    const { content, path } = await makeFilm(name);
    const words = wordsOf(language, 'contents');
    const { page, toasts, complaints, context } = await staffAt(product, 'Administrator', path, { language });
    const link = `${product.world.url}/student/content/${content.hashCode}`;
    await page.getByText(link).waitFor();
    expect(await savedCode(page, words('downloadPng'))).toBe(link);
    expect(await savedCode(page, words('downloadSvg'))).toBe(link);
    await page.getByRole('button', { name: words('copyUrlLink') }).press('Enter');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);

    const open = async () => {
      await page.getByRole('button', { name: wordsOf(language, 'lists')('rowActions', { name }) }).press('Enter');
      await page.getByRole('menuitem', { name: words('regenerate') }).press('Enter');
      await question.waitFor();
    };
    const question = page.getByRole('alertdialog', { name: words('regenerateTitle') });
    await open();
    await question.getByText(words('regenerateText')).waitFor();
    expect(await flawsAtBothWidths(page)).toEqual([]);
    await question.getByRole('button', { name: wordsOf(language, 'common')('cancel') }).press('Enter');
    await question.waitFor({ state: 'detached' });
    await open();
    await question.getByRole('button', { name: words('regenerateConfirm') }).press('Enter');
    await told({ toasts }, words('regenerated'));
    await page.getByText(link).waitFor({ state: 'detached' });
    const renewed = await savedCode(page, words('downloadPng'));
    expect(renewed).toMatch(/\/student\/content\/[\w-]{22,}$/);
    expect(renewed).not.toBe(link);
    await page.getByText(renewed ?? 'no code').waitFor();
    expect(own(complaints)).toEqual([]);
    await context.close();
  },
);
