import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '#tests/support/accessibility.ts';
import { photo } from '#tests/support/media-samples.ts';
import { startProduct } from '#tests/support/product.ts';
import { readQrCode } from '#tests/support/qr-reader.ts';
import { leaveDialog, told } from '#tests/support/staff-device.ts';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { unzip } from '#tests/support/unzip.ts';
import { administratorAt, isWider, namesIn } from './book-journey.ts';

const product = startProduct();
const db = () => product.world.services.db;

async function fillUnit(page: Page, number: string, title: string): Promise<void> {
  await page.locator('input[name=number]').fill(number);
  await page.locator('input[name=title]').fill(title);
  await page.locator('input[name=name]').fill('Hello');
  await page.locator('textarea[name=languageFocus]').fill('Hello!');
  await page.locator('textarea[name=phonics]').fill('h');
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
    const { page, complaints, toasts, context } = await administratorAt(product, '/textbooks');
    await page.getByRole('button', { name: 'New textbook' }).click();
    await page.locator('input[name=name]').fill('Stars 7');
    await page.locator('input[name=shortCode]').fill('STARS7');
    const cover = { name: 'cover.jpg', mimeType: 'image/jpeg', buffer: await photo(300, 400) };
    await page.locator('input[type=file]').setInputFiles(cover);
    await page.getByRole('button', { name: 'Use this picture' }).click();
    await page.getByRole('button', { name: 'Create the textbook' }).click();
    await page.getByRole('heading', { name: 'No units yet' }).waitFor();
    await page.getByRole('img', { name: 'Thumbnail' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Add a unit' }).click();
    await page.getByRole('heading', { name: 'New unit' }).waitFor();
    await fillUnit(page, '1', 'Unit 1');
    await page.getByRole('button', { name: 'Save and add another' }).click();
    await told({ toasts }, 'Unit 1 Hello was created.');
    await expect.poll(() => page.locator('input[name=number]').inputValue()).toBe('2');
    await fillUnit(page, '２', 'Unit 2');
    await page.getByRole('button', { name: 'Create the unit' }).click();
    await page.getByRole('heading', { level: 1, name: 'Unit 2 Hello' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Edit' }).click();
    await page.locator('input[name=title]').fill('Unit two');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Unit two Hello' }).waitFor();
    await page.reload();
    await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Stars 7' }).click();
    await expect.poll(() => namesIn(page, 'Units')).toEqual(['Unit 1 Hello', 'Unit two Hello']);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Unit two Hello' }).waitFor();

    // Deleted, and back at its place.
    await page.getByRole('button', { name: 'Actions for Unit two Hello' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
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
    const { page, complaints, context } = await administratorAt(product, `/text-books/${book.id}`);
    const linkOf = ({ hashCode }: { hashCode: string }) => `${product.world.url}/student/content/${hashCode}`;
    const button = page.getByRole('button', { name: 'Export QR codes' });
    await button.waitFor();
    expect(await codesOf(page, () => button.click())).toEqual(new Set([linkOf(page1), linkOf(page2)]));
    await page.goto(`${product.world.url}/units/${unit.id}`);
    expect(await codesOf(page, () => button.click())).toEqual(new Set([linkOf(page1)]));
    expect(complaints).toEqual([]);

    const empty = await makeTextBook(db(), { name: 'Empty' });
    await page.goto(`${product.world.url}/text-books/${empty.id}`);
    await button.click();
    await page.getByText('There is nothing to export yet.').waitFor();
    await context.close();
  });

  it('cannot delete a book that classes use, and is told which; another goes and comes back', async () => {
    for (const language of ['en', 'jp'] as const) {
      const { page, context } = await administratorAt(product, '/textbooks?view=grid', { language, width: 'phone' });
      const words = {
        en: ['Delete', 'Could not delete Hello, World! 1. They are associated with a Class', 'Undo'],
        jp: ['削除', 'Hello, World! 1を削除できません。クラスで使われています', '元に戻す'],
      } as const;
      const [remove, refusal, undo] = words[language];
      const menuOf = (name: string) => page.getByRole('row', { name: new RegExp(name) }).getByRole('button');
      await menuOf('Hello, World! 1').click();
      await page.getByRole('menuitem', { name: remove }).click();
      await page.getByRole('heading', { name: refusal }).waitFor();
      await page.getByRole('alertdialog').getByRole('link').first().waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await isWider(page)).toBe(false);
      await leaveDialog(page);
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });

      await menuOf('Stories of the Sea').click();
      await page.getByRole('menuitem', { name: remove }).click();
      await page.getByRole('row', { name: /Stories of the Sea/ }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: undo }).click();
      await page.getByRole('row', { name: /Stories of the Sea/ }).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await context.close();
    }
  });
});

describe('the form of a unit', () => {
  it('has section 5’s rules in words of both languages, at both widths', async () => {
    const book = await makeTextBook(db());
    const words = {
      en: {
        empty: ['Unit number', 'Unit title', 'Unit name', 'Language focus', 'Phonics'].map(
          (name) => `${name} is required`,
        ),
        number: ['Unit number must be a whole number.', 'Unit number must be 0 or more.'],
      },
      jp: {
        empty: ['ユニット番号', 'ユニットの見出し', 'ユニット名', '学習のねらい', 'フォニックス'].map(
          (name) => `${name}を入力してください。`,
        ),
        number: ['ユニット番号は整数で入力してください。', 'ユニット番号は0以上で入力してください。'],
      },
    };
    for (const [language, width] of [
      ['en', 'desktop'],
      ['jp', 'phone'],
    ] as const) {
      const { page, context } = await administratorAt(product, `/text-books/${book.id}/units/new`, { language, width });
      await page.locator('button[type=submit]').first().click();
      await page.locator('input[name=number]:focus').waitFor();
      const problems = page.locator('.field-problem:not(:empty)');
      await expect.poll(() => problems.allInnerTexts()).toEqual(words[language].empty);
      for (const [typed, message] of [
        ['1.5', words[language].number[0]],
        ['-1', words[language].number[1]],
      ] as const) {
        await page.locator('input[name=number]').fill(typed);
        await page
          .locator('[data-field=number] .field-problem')
          .filter({ hasText: message ?? '' })
          .waitFor();
      }
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await isWider(page)).toBe(false);
      await context.close();
    }
  });

  it('says who changed the unit meanwhile, and loses nothing that was typed', async () => {
    const book = await makeTextBook(db());
    const unit = await makeLesson(db(), { textbookId: book.id, position: 0, title: 'Old' });
    const first = await administratorAt(product, `/units/${unit.id}?edit`);
    await first.page.locator('input[name=title]').fill('Mine');
    const second = await administratorAt(product, `/units/${unit.id}?edit`);
    await second.page.locator('input[name=title]').fill('Theirs');
    await second.page.getByRole('button', { name: 'Save' }).click();
    await second.page.getByRole('heading', { level: 1, name: 'Theirs' }).waitFor();
    await first.page.getByRole('button', { name: 'Save' }).click();
    await first.page.getByRole('button', { name: 'Load the new version' }).click();
    await expect.poll(() => first.page.locator('input[name=title]').inputValue()).toBe('Theirs');
    await first.page.getByRole('button', { name: 'Bring back what I typed' }).click();
    expect(await accessibilityViolations(first.page)).toEqual([]);
    await first.page.getByRole('button', { name: 'Save' }).click();
    await first.page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
    await Promise.all([first.context.close(), second.context.close()]);
  });
});
