import { describe, expect, it } from 'vitest';
import { graphql } from '#tests/support/people.ts';
import { startProduct } from '#tests/support/product.ts';
import { told } from '#tests/support/staff-device.ts';
import { fill, heading, problem, staffAt, wordsOf } from './staff-walk.ts';

const product = startProduct();

/** Whether the key opens what it was made for. */
async function works(key: string): Promise<boolean> {
  const query = '{ classes { totalCount } }';
  const { data } = await graphql<{ classes: unknown }>(product.world, query, {}, { authorization: `Bearer ${key}` });
  return Boolean(data?.classes);
}

describe('API keys', () => {
  it('are made with scopes, shown once, copied, used, and revoked after a question, by keys alone', async () => {
    const language = 'en';
    const words = wordsOf(language, 'api-keys');
    const messages = wordsOf(language, 'messages');
    const lists = wordsOf(language, 'lists');
    const { world } = product;
    await world.services.pool.query('delete from api_keys');
    const { page, toasts, complaints, context } = await staffAt(product, 'Administrator', '/api-keys', { language });
    await page.getByRole('heading', { name: words('emptyTitle') }).waitFor();
    await page
      .getByRole('button', { name: words('create') })
      .or(page.getByRole('link', { name: words('create') }))
      .first()
      .press('Enter');
    await heading(page, words('newTitle')).waitFor();

    const submit = page.getByRole('button', { name: words('createSubmit') });
    await submit.press('Enter');
    await problem(page, 'name', messages('apiKeyNameRequire')).waitFor();
    await problem(page, 'scopes', messages('apiKeyScopesRequire')).waitFor();
    await page.locator('input[name=name]:focus').waitFor();
    const name = `Timetable ${language}`;
    await page.keyboard.type(name);
    await page.getByRole('checkbox', { name: `${words('areaClass')}: ${words('read')}` }).focus();
    await page.keyboard.press('Space');
    await problem(page, 'scopes', messages('apiKeyScopesRequire')).waitFor({ state: 'detached' });
    await fill(page, 'expiresAt', '2020-01-01');
    await submit.press('Enter');
    await problem(page, 'expiresAt', messages('apiKeyExpiryPast')).waitFor();
    await page.locator('input[name=expiresAt]:focus').waitFor();
    await fill(page, 'expiresAt', '2031-03-31');
    await submit.press('Enter');

    await heading(page, words('madeTitle', { name })).waitFor();
    const key = await page.getByLabel(words('key'), { exact: true }).inputValue();
    expect(await works(key)).toBe(true);
    await page.getByRole('button', { name: words('copyKey') }).press('Enter');
    await page
      .locator('.copy-button')
      .filter({ hasText: wordsOf(language, 'forms')('copied') })
      .waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await page.getByRole('link', { name: words('kept') }).press('Enter');

    const row = page.getByRole('row', { name: new RegExp(name) });
    await row.getByText(words('endsWith', { lastFour: key.slice(-4) })).waitFor();
    await row.getByText(words('mayDo', { area: words('areaClass'), verbs: words('read') })).waitFor();
    await row.getByText(words('stateLive'), { exact: true }).waitFor();
    // Shown once: neither back nor the address of the form holds it.
    expect(await page.content()).not.toContain(key);
    await page.goBack();
    await heading(page, words('newTitle')).waitFor();
    expect(await page.content()).not.toContain(key);

    // The same name twice is refused at its field.
    await fill(page, 'name', name);
    await page.getByRole('checkbox', { name: `${words('areaReport')}: ${words('read')}` }).press('Space');
    await submit.press('Enter');
    await problem(page, 'name', messages('apiKeyNameExists')).waitFor();
    await page.goForward().catch(() => null);
    await page.getByRole('alertdialog').waitFor();
    await page.getByRole('button', { name: wordsOf(language, 'forms')('leave') }).press('Enter');
    await row.waitFor();

    await row.getByRole('button', { name: lists('rowActions', { name }) }).press('Enter');
    // Held down until the harmless answer has the focus: to let go of it there is no answer.
    await page.getByRole('menuitem', { name: words('revoke') }).focus();
    await page.keyboard.down('Enter');
    await page.locator('.confirm-buttons button:not(.bp6-intent-danger):focus').waitFor();
    await page.keyboard.up('Enter');
    const question = page.getByRole('alertdialog', { name: words('revokeTitle', { name }) });
    await question.getByText(words('revokeText')).waitFor();
    // The harmless answer has the focus.
    await question.getByRole('button', { name: wordsOf(language, 'common')('cancel') }).press('Enter');
    await question.waitFor({ state: 'detached' });
    expect(await works(key)).toBe(true);
    await row.getByRole('button', { name: lists('rowActions', { name }) }).press('Enter');
    await page.getByRole('menuitem', { name: words('revoke') }).press('Enter');
    await question.getByRole('button', { name: words('revoke'), exact: true }).press('Enter');
    await told({ toasts }, words('revoked', { name }));
    await row.getByText(words('stateRevoked'), { exact: true }).waitFor();
    expect(await works(key)).toBe(false);
    expect(await row.getByRole('button').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
