import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startProduct } from '#tests/support/product.ts';

const product = startProduct();

interface Told {
  readonly query?: string;
  readonly cookie?: string;
  readonly local?: string;
  readonly session?: string;
  readonly browser: 'en' | 'jp';
}

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang);

/** Waits for the page's language for what the browser is told; section 9 gives the order. */
async function expectLanguage(told: Told, language: string): Promise<void> {
  const { page, context } = await product.browser.device({ language: told.browser });
  if (told.cookie) await context.addCookies([{ name: 'lang', value: told.cookie, url: product.world.url }]);
  await page.addInitScript(({ local, session }) => {
    if (local) localStorage.setItem('lang', local);
    if (session) sessionStorage.setItem('lang', session);
  }, told);
  await page.goto(`${product.world.url}/login${told.query ? `?lng=${told.query}` : ''}`);
  await page.locator('button[type=submit]').waitFor();
  await expect.poll(() => languageOf(page)).toBe(language);
  await context.close();
}

describe('the language of the first visit', () => {
  it.each<[string, Told, string]>([
    ['the query before everything', { query: 'jp', cookie: 'en', local: 'en', session: 'en', browser: 'en' }, 'ja'],
    ['then the cookie', { cookie: 'jp', local: 'en', session: 'en', browser: 'en' }, 'ja'],
    ['then local storage', { local: 'jp', session: 'en', browser: 'en' }, 'ja'],
    ['then session storage', { session: 'jp', browser: 'en' }, 'ja'],
    ['then the browser', { browser: 'jp' }, 'ja'],
    ['English for a language that is not there', { query: 'fr', browser: 'en' }, 'en'],
  ])('follows %s', async (_, told, language) => {
    await expectLanguage(told, language);
  });

  it('stays as chosen on the next visit', async () => {
    const { page, context } = await product.browser.device();
    await page.goto(`${product.world.url}/login`);
    await page.getByRole('button', { name: /English/ }).click();
    await page.getByRole('menuitemradio', { name: '日本語' }).click();
    await page.getByRole('button', { name: 'ログイン' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'ログイン' }).waitFor();
    await expect.poll(() => languageOf(page)).toBe('ja');
    await context.close();
  });
});
