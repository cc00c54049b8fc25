import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '#tests/support/accessibility.ts';
import { type Device, viewports } from '#tests/support/browser.ts';
import { demoEmail, demoPassword, graphql, signIn as signInByRest } from '#tests/support/people.ts';
import { startProduct } from '#tests/support/product.ts';
import { startWorld } from '#tests/support/world.ts';
import { staffAt } from './staff-walk.ts';

const product = startProduct();

const stored = (page: Page, key: string) => page.evaluate<string>(`localStorage.getItem(${JSON.stringify(key)}) ?? ''`);

/** A device at the explorer, in whose web app somebody is signed in. */
async function signedIn(): Promise<Device> {
  const device = await staffAt(product, 'Administrator', '/classes');
  await device.page.goto(`${product.world.url}/graphql`);
  return device;
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email or username').fill(demoEmail.Administrator);
  await page.getByLabel('Password', { exact: false }).first().fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/users');
}

async function makeKey(): Promise<string> {
  const { accessToken } = await signInByRest(product.world, 'Administrator');
  const query = 'mutation { createApiKey(input: { name: "Explorer", scopes: [CLASS_READ] }) { key } }';
  const made = await graphql<{ createApiKey: { key: string } }>(
    product.world,
    query,
    {},
    { authorization: `Bearer ${accessToken}` },
  );
  return made.data?.createApiKey.key ?? '';
}

/** Puts a text in the place of whatever an editor holds. */
async function write(page: Page, label: string, text: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: label });
  await editor.click();
  await editor.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/** Everybody can use the page as it stands; only code and tables may be wider than it, and they scroll by themselves. */
async function isFit(page: Page): Promise<void> {
  for (const width of ['desktop', 'phone'] as const) {
    await page.setViewportSize(viewports[width]);
    expect(await accessibilityViolations(page), width).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'), width).toBe(0);
  }
}

const answer = (page: Page) => page.getByRole('textbox', { name: 'Response' });

describe('the explorer', () => {
  it('works right away for who is signed in, shows cost and documentation, and writes an operation', async () => {
    const { page, complaints, context } = await signedIn();
    await page.getByText('who is signed in on this browser').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Status 200', { exact: true }).waitFor();
    await answer(page).getByText('"totalCount"').waitFor();

    await page.getByRole('searchbox', { name: 'Search types and fields' }).fill('newclassc');
    await page.getByRole('button', { name: 'Query.newClassCode' }).click();
    await page.getByText('A class code nobody uses yet').waitFor();
    // What was pressed has gone; the reader goes on from the page that came.
    await page.getByRole('heading', { name: 'Query' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Insert: newClassCode' }).click();
    await page.getByRole('textbox', { name: 'GraphQL operation' }).press('Control+Enter');
    await answer(page).getByText('"newClassCode"').waitFor();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('tabpanel', { name: 'History' }).getByText('newClassCode').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is fit for everybody on a desk and on a phone, in both languages', async () => {
    for (const [language, send] of [
      ['en', 'Send'],
      ['jp', '送信'],
    ] as const) {
      const { page, complaints, context } = await product.browser.device({ language });
      await page.goto(`${product.world.url}/graphql`);
      await page.getByRole('button', { name: 'Mutation', exact: true }).click();
      await page.getByRole('button', { name: send, exact: true }).click();
      await page.getByText(' ms').or(page.getByText('ミリ秒')).first().waitFor();
      await isFit(page);
      expect(complaints).toEqual([]);
      await context.close();
    }
  });

  it('sends a pasted key, keeps it in this tab alone, and remembers nothing that opens doors', async () => {
    const { page, context } = await product.browser.device();
    await page.goto(`${product.world.url}/graphql`);
    const key = await makeKey();
    await page.getByLabel('API key').fill(key);
    await write(page, 'GraphQL operation', '{ newClassCode }');
    await page.getByRole('tab', { name: 'Headers' }).click();
    await write(page, 'Headers', '{ "x-request-id": "from-the-explorer" }');
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.postData()?.includes('newClassCode') ?? false),
      page.getByRole('button', { name: 'Send' }).click(),
    ]);
    expect(sent.headers()).toMatchObject({ authorization: `Bearer ${key}`, 'x-request-id': 'from-the-explorer' });
    await page.getByText(/ of 5000 left for \d+ s\./).waitFor();

    await write(page, 'GraphQL operation', 'mutation { login(input: { email: "a@b.cd", password: "x" }) { role } }');
    await page.getByRole('button', { name: 'Send' }).click();
    await answer(page).getByText('messages.').first().waitFor();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('A history is kept only while you are signed in.').waitFor();
    const kept = await page.evaluate<string>('JSON.stringify([localStorage, document.cookie, location.href])');
    expect(kept).not.toContain('mbk_');
    expect(kept).not.toContain('from-the-explorer');
    expect(kept).not.toContain('newClassCode');
    expect(kept).not.toContain('login(');

    const other = await context.newPage();
    await other.goto(`${product.world.url}/graphql`);
    await expect.poll(() => other.getByLabel('API key').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Remove key' }).click();
    await expect.poll(() => page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain('mbk_');
    await context.close();
  });

  it('renews an access token that has run out, and the web app stays signed in with the new pair', async () => {
    const { page, context } = await signedIn();
    const before = await stored(page, 'loginInfo');
    // As if the device had received its token an hour ago.
    await page.evaluate(
      `localStorage.loginInfo = JSON.stringify({ ...JSON.parse(localStorage.loginInfo), receivedAt: Date.now() - 3_600_000 })`,
    );
    await page.reload();
    await page.getByRole('button', { name: 'Send' }).click();
    await answer(page).getByText('"totalCount"').waitFor();
    const refreshOf = (text: string) => (JSON.parse(text) as { refreshToken: string }).refreshToken;
    await expect.poll(async () => refreshOf(await stored(page, 'loginInfo'))).not.toBe(refreshOf(before));
    await page.goto(`${product.world.url}/classes`);
    await page.getByRole('heading', { level: 1, name: 'Classes' }).waitFor();
    await context.close();
  });

  it('takes a query from its address, and leads by the keyboard from the key to the answer', async () => {
    const { page, complaints, context } = await product.browser.device();
    await page.goto(`${product.world.url}/graphql?query=${encodeURIComponent('{ visitorAddress }')}`);
    await page.getByLabel('API key').focus();
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Sign in' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Send' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await answer(page).getByText('"visitorAddress"').waitFor();
    // Tab leads out of an editor.
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab');
    await answer(page).and(page.locator(':focus')).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('asks for nothing that it will be refused, and wakes up when somebody signs in beside it', async () => {
    const closed = await startWorld({ gateway: { freeOperations: 'staff' } });
    try {
      const { page, complaints, context } = await product.browser.device();
      await page.goto(`${closed.url}/graphql`);
      await page.getByText('The documentation is for signed-in staff and API keys.').waitFor();
      const [login] = await Promise.all([
        context.waitForEvent('page'),
        page.getByRole('link', { name: 'Sign in' }).click(),
      ]);
      await signIn(login);
      await page.getByText('who is signed in on this browser').waitFor();
      await page.getByRole('button', { name: 'Mutation', exact: true }).waitFor();
      await page.getByRole('button', { name: 'Send' }).click();
      await answer(page).getByText('"totalCount"').waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    } finally {
      await closed.close();
    }
  });
});

describe('the worked examples', () => {
  it('are read on a desk and on a phone', async () => {
    const { page, complaints, context } = await product.browser.device();
    await page.goto(`${product.world.url}/graphql`);
    await page.getByRole('link', { name: 'Worked examples' }).click();
    await page.getByRole('heading', { level: 1, name: 'Worked examples' }).waitFor();
    await page.getByRole('link', { name: 'What an error code means' }).click();
    await page.waitForURL(/#what-an-error-code-means$/);
    await isFit(page);
    await page.getByRole('link', { name: '日本語' }).click();
    await page.getByRole('heading', { level: 1, name: '使い方の例' }).waitFor();
    await isFit(page);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
