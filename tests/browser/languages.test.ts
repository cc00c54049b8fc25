import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startProduct } from '#tests/support/product.ts';

const product = startProduct();

interface Told {
  readonly query?: string;
  readonly cookie?: string;
  readonly local?: string;
  readonly session?: string;
}

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang);

describe('the language of the first visit', () => {
  it('follows the query, then the cookie, local storage, session storage and the browser', async () => {
    const { page, context } = await product.browser.device({ language: 'jp' });
    const { url } = product.world;
    // Each against all that come after it; section 9 gives the order.
    const visits: readonly (readonly [Told, string])[] = [
      [{}, 'ja'],
      [{ session: 'en' }, 'en'],
      [{ session: 'en', local: 'jp' }, 'ja'],
      [{ session: 'jp', local: 'jp', cookie: 'en' }, 'en'],
      [{ session: 'en', local: 'en', cookie: 'en', query: 'jp' }, 'ja'],
      // A language that is not there counts for nothing.
      [{ query: 'fr', cookie: 'en' }, 'en'],
    ];
    await page.goto(`${url}/healthz`);
    for (const [told, language] of visits) {
      await context.clearCookies();
      if (told.cookie) await context.addCookies([{ name: 'lang', value: told.cookie, url }]);
      await page.evaluate(({ local, session }) => {
        localStorage.clear();
        sessionStorage.clear();
        if (local) localStorage.setItem('lang', local);
        if (session) sessionStorage.setItem('lang', session);
      }, told);
      await page.goto(`${url}/login${told.query ? `?lng=${told.query}` : ''}`);
      await page.locator('button[type=submit]').waitFor();
      await expect.poll(() => languageOf(page), { message: JSON.stringify(told) }).toBe(language);
    }
    await context.close();
  });

  it('stays as chosen on the next visit', async () => {
    const { page, context } = await product.browser.device();
    await page.goto(`${product.world.url}/login`);
    await page.getByRole('button', { name: /English/ }).click();
    await page.getByRole('menuitemradio', { name: '日本語' }).click();
    await page.getByRole('button', { name: 'サインイン', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'サインイン', exact: true }).waitFor();
    await expect.poll(() => languageOf(page)).toBe('ja');
    await context.close();
  });

  it('that a mail’s link brings comes once, so that the switch holds over a reload', async () => {
    const { page, context } = await product.browser.device();
    const { url } = product.world;
    await page.goto(`${url}/login?to=%2Fusers&lng=jp#token=abc`);
    await page.getByRole('button', { name: 'サインイン', exact: true }).waitFor();
    expect(page.url()).toBe(`${url}/login?to=%2Fusers#token=abc`);
    await page.getByRole('button', { name: /日本語/ }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await languageOf(page)).toBe('en');
    await context.close();
  });
});

it('breaks Japanese between its phrases, and no line before a small sign', async () => {
  const { page, context } = await product.browser.device({ language: 'jp' });
  for (const path of ['/login', '/student/check']) {
    await page.goto(`${product.world.url}${path}`);
    const heading = page.locator('main h1').first();
    await heading.waitFor();
    const breaks = await heading.evaluate((one) => {
      const { lineBreak, wordBreak } = getComputedStyle(one);
      return { lineBreak, wordBreak };
    });
    expect(breaks).toEqual({ lineBreak: 'strict', wordBreak: 'auto-phrase' });
  }
  await context.close();
});
