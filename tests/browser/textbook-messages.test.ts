import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { startProduct } from '#tests/support/product.ts';
import { makeClass, makeLesson, makeTextBook } from '#tests/support/teaching.ts';

import { bothLanguages, fill, flawsAtBothWidths, heading, problem, staffAt, wordsOf } from './staff-walk.ts';

const product = startProduct();
const db = () => product.world.services.db;

const submit = (page: Page) => page.locator('.form-buttons button[type=submit]').first().click();

it.each(bothLanguages)('the form of a textbook says every rule of its own, in %s', async (language) => {
  const messages = wordsOf(language, 'messages');
  const taken = await makeTextBook(db(), { name: 'Taken', shortCode: `TAKEN-${language.toUpperCase()}` });
  const { page, complaints, context } = await staffAt(product, 'Administrator', '/text-books/new', { language });
  await page.locator('input[name=name]').waitFor();
  await submit(page);
  await problem(page, 'name', messages('textBookNameRequire')).waitFor();
  await problem(page, 'shortCode', messages('shortCodeRequire')).waitFor();
  await page.locator('input[name=name]:focus').waitFor();
  expect(await flawsAtBothWidths(page)).toEqual([]);
  // Blanks are nothing, and a code is more than dashes.
  await fill(page, 'name', '　 ');
  await fill(page, 'shortCode', ' ー-— ');
  await submit(page);
  await problem(page, 'name', messages('textBookNameRequire')).waitFor();
  await problem(page, 'shortCode', messages('shortCodeOfDashes')).waitFor();
  await fill(page, 'name', 'x'.repeat(201));
  await fill(page, 'shortCode', 'y'.repeat(41));
  await submit(page);
  await problem(page, 'name', messages('valueTooLong')).waitFor();
  await problem(page, 'shortCode', messages('valueTooLong')).waitFor();
  // Mended, it goes away; taken however it is spelt, it is said at its field.
  await fill(page, 'name', `Fine ${language}`);
  await problem(page, 'name', messages('valueTooLong')).waitFor({ state: 'detached' });
  await fill(page, 'shortCode', taken.shortCode.toLowerCase().replace('-', ' '));
  await submit(page);
  await problem(page, 'shortCode', messages('shortCodeExists')).waitFor();
  await page.locator('input[name=shortCode]:focus').waitFor();
  expect(await flawsAtBothWidths(page)).toEqual([]);
  await fill(page, 'shortCode', `FREE-${language.toUpperCase()}`);
  await submit(page);
  await heading(page, `Fine ${language}`).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it.each(bothLanguages)(
  'a book of running classes cannot become a draft, and two changes at once are told, in %s',
  async (language) => {
    const messages = wordsOf(language, 'messages');
    const book = await makeTextBook(db(), { name: `Running ${language}` });
    await makeClass(db(), { textbookId: book.id, className: `Runners ${language}` });
    const { page, complaints, context } = await staffAt(product, 'Administrator', `/text-books/${book.id}?edit`, {
      language,
    });
    const published = page.locator('input[name=published]');
    await published.waitFor({ state: 'attached' });
    await published.uncheck({ force: true });
    await submit(page);
    const refusal = messages('textBookInUse', { name: book.name, classes: `Runners ${language}` });
    await problem(page, 'published', refusal).waitFor();
    await page.locator('input[name=published]:focus').waitFor();
    expect(await flawsAtBothWidths(page)).toEqual([]);

    await published.check({ force: true });
    await fill(page, 'name', `Mine ${language}`);
    const other = await staffAt(product, 'SuperAdmin', `/text-books/${book.id}?edit`, { language });
    await fill(other.page, 'name', `Theirs ${language}`);
    await submit(other.page);
    await heading(other.page, `Theirs ${language}`).waitFor();
    await submit(page);
    await page.locator('.form-conflict').filter({ hasText: 'Fujita' }).waitFor();
    await page.getByRole('button', { name: wordsOf(language, 'forms')('showTheirs') }).press('Enter');
    await page.getByRole('button', { name: wordsOf(language, 'forms')('bringBackMine') }).press('Enter');
    await submit(page);
    await heading(page, `Mine ${language}`).waitFor();
    expect(complaints).toEqual([]);
    await Promise.all([context.close(), other.context.close()]);
  },
);

it.each(bothLanguages)('the form of a unit says every rule of its own when it is changed, in %s', async (language) => {
  const messages = wordsOf(language, 'messages');
  const book = await makeTextBook(db());
  const unit = await makeLesson(db(), { textbookId: book.id, position: 0 });
  const { page, complaints, context } = await staffAt(product, 'Administrator', `/units/${unit.id}?edit`, { language });
  await page.locator('input[name=number]').waitFor();
  const fields = ['number', 'title', 'name', 'languageFocus', 'phonics'] as const;
  for (const field of fields) await fill(page, field, '');
  await submit(page);
  for (const [field, key] of [
    ['number', 'unitNumberRequire'],
    ['title', 'unitTitleRequire'],
    ['name', 'unitNameRequire'],
    ['languageFocus', 'languageFocusRequire'],
    ['phonics', 'phonicsRequire'],
  ] as const) {
    await problem(page, field, messages(key)).waitFor();
  }
  await page.locator('input[name=number]:focus').waitFor();
  expect(await flawsAtBothWidths(page)).toEqual([]);
  for (const [typed, key] of [
    ['two', 'unitNumberNumeric'],
    ['-1', 'unitNumberMin'],
    ['10000', 'numberTooLarge'],
  ] as const) {
    await fill(page, 'number', typed);
    await page.locator('input[name=number]').press('Tab');
    await problem(page, 'number', messages(key)).waitFor();
  }
  await fill(page, 'number', '０');
  for (const field of fields.slice(1)) await fill(page, field, `Zero ${language}`);
  await submit(page);
  await heading(page, `Zero ${language} Zero ${language}`).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
