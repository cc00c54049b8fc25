import { describe, expect, it } from 'vitest';
import { deleteTextBook } from '#schema/rest/textbooks.ts';
import { demoEmail, signIn } from '#tests/support/people.ts';
import { startProduct } from '#tests/support/product.ts';
import { makeTextBook } from '#tests/support/teaching.ts';
import { makeSchools, send } from '#tests/api/school.ts';
import { told } from '#tests/support/staff-device.ts';
import { heading, problem, staffAt, wordsOf } from './staff-walk.ts';

const product = startProduct();

describe('the audit log', () => {
  it('is filtered by person, kind, deed, days and words, all of it in the address, by keys', async () => {
    const language = 'jp';
    const words = wordsOf(language, 'audit');
    const messages = wordsOf(language, 'messages');
    const { world } = product;
    const school = await makeSchools(world);
    const className = `Logged ${language}`;
    const made = await school.created('admin', { className, mainTeacherId: school.people.teacher.id });
    const { accessToken: token } = await signIn(world, 'Administrator');
    const book = await makeTextBook(world.services.db, { name: `Binned ${language}` });
    await send(world, deleteTextBook, { token, params: { Id: book.id } }).expect(204);

    const { page, complaints, context } = await staffAt(product, 'Administrator', '/audit', { language });
    const rows = page.locator('tbody tr');
    const entry = (text: string) => rows.filter({ hasText: text });
    await entry(className).waitFor();
    await entry(book.name).waitFor();

    await page.getByRole('combobox', { name: words('filterEntity') }).selectOption('textbooks');
    await page.waitForURL(/entity=textbooks/);
    await entry(className).waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: words('filterAction') }).selectOption('delete');
    await page.waitForURL(/action=delete/);
    await entry(book.name).waitFor();
    const deed = words('done', { entity: words('entity-textbooks'), action: words('action-delete') });
    await entry(book.name).getByText(deed).waitFor();

    // By person: typed, chosen by keys.
    await page.getByRole('combobox', { name: words('filterWho') }).focus();
    await page.keyboard.type(demoEmail.Administrator);
    await page.getByRole('option', { name: /(?:^|\s)admin@demo/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/who=[0-9a-f-]{36}/);
    await entry(book.name).waitFor();
    await page.reload();
    await entry(book.name).waitFor();
    expect(await page.getByRole('combobox', { name: words('filterEntity') }).inputValue()).toBe('textbooks');
    await expect
      .poll(() => page.getByRole('combobox', { name: words('filterWho') }).inputValue())
      .toMatch(/David|Miller/);

    // What was deleted is a step away in the trash, and back restores the filters.
    await entry(book.name).getByRole('link', { name: book.name }).press('Enter');
    await heading(page, wordsOf(language, 'trash')('title')).waitFor();
    await page.getByRole('row', { name: new RegExp(book.name) }).waitFor();
    await page.goBack();
    await entry(book.name).waitFor();
    expect(page.url()).toMatch(/entity=textbooks.*action=delete|action=delete.*entity=textbooks/);
    await page.goBack();
    await page.waitForURL((url) => !url.search.includes('who='));

    // Days: the last one cannot come before the first, and a day without anything has its own words.
    await page.locator('input[name=from]').fill('2001-02-03');
    await page.locator('input[name=to]').fill('2001-02-01');
    await page.getByRole('button', { name: words('show'), exact: true }).press('Enter');
    await problem(page, 'to', messages('toDateAfterFrom')).waitFor();
    await page.locator('input[name=to]').fill('2001-02-04');
    await page.locator('input[name=to]').press('Enter');
    await page.waitForURL(/from=2001-02-03/);
    await page.getByRole('heading', { name: wordsOf(language, 'lists')('noMatchFilters') }).waitFor();
    await page.getByRole('button', { name: wordsOf(language, 'lists')('clearFilters') }).press('Enter');
    await page.waitForURL(/\/audit$/);
    await entry(className).waitFor();

    // One thing's own story, by its address.
    await page.goto(`${world.url}/audit?thing=${made.id}`);
    await page.getByText(words('onlyThing')).waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    await entry(className).getByRole('link', { name: className }).press('Enter');
    await page.waitForURL(`**/classes/${made.id}`);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('the gate of the tools', () => {
  it('is the server’s too: a role that was only claimed sees no rows', async () => {
    const language = 'en';
    const { page, toasts, context } = await staffAt(product, 'Teacher', '/classes', { language });
    const lists = wordsOf(language, 'lists');
    await page.evaluate(() => {
      const info = JSON.parse(localStorage.getItem('loginInfo') ?? '{}') as object;
      localStorage.setItem('loginInfo', JSON.stringify({ ...info, role: 'Administrator' }));
    });
    for (const path of ['/audit', '/privacy', '/api-keys', '/users', '/textbooks']) {
      await page.goto(`${product.world.url}${path}`);
      await page.getByRole('heading', { name: lists('noPermission') }).waitFor();
      await told({ toasts }, wordsOf(language, 'messages')('forbidden'));
    }
    await context.close();
  });
});
