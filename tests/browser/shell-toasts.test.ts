import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { viewports } from '#tests/support/browser.ts';
import { startProduct } from '#tests/support/product.ts';
import { makeTextBook } from '#tests/support/teaching.ts';
import { fill, staffAt, toast, wordsOf } from './staff-walk.ts';

const product = startProduct();

/** What the browser says of an answer that is a refusal. */
const own = (complaints: readonly string[]) => complaints.filter((text) => !text.startsWith('Failed to load resource'));

/** A proxy on the way answers an operation in our place, as a school's filter or a server that restarts does. */
async function proxySays(page: Page, operation: string, status: number): Promise<void> {
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes(`"operationName":"${operation}"`)
      ? route.fulfill({ status, contentType: 'text/html', body: '<html>No</html>' })
      : route.fallback(),
  );
}

/** Lets the page's time stand still, so that a slow machine is no reason for a toast to be gone. */
async function stopTheClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

async function fillUser(page: Page, email: string): Promise<void> {
  await fill(page, 'email', email);
  await fill(page, 'firstName', 'Kept');
  await fill(page, 'lastName', 'Work');
  await page.locator('[role=radiogroup] input').first().check({ force: true });
}
const send = (page: Page) => page.locator('.form-buttons button[type=submit]').first().click();

describe('a toast', () => {
  it('says what a bare status means, as long as section 8 has it', async () => {
    const language = 'jp';
    const messages = wordsOf(language, 'messages');
    const { page, complaints, context } = await staffAt(product, 'Administrator', '/users/new', { language });
    await page.clock.install();
    await page.reload();
    await page.locator('input[name=email]').waitFor();
    await fillUser(page, `refused-${language}@demo.test`);
    for (const [status, key, lasts] of [
      [400, 'badRequest', 3000],
      [401, 'unauthorized', 3000],
      [403, 'forbidden', 3000],
      [404, 'notFound', 3000],
      [500, 'internalError', 5000],
      [502, 'unexpectedServerError', 5000],
    ] as const) {
      await proxySays(page, 'CreateUser', status);
      await stopTheClock(page);
      await send(page);
      const said = toast(page, messages(key));
      await said.waitFor();
      // Held by nobody, it has its time and no more.
      await page.clock.runFor(lasts - 200);
      expect([key, await said.count()]).toEqual([key, 1]);
      await page.clock.runFor(400);
      await said.waitFor({ state: 'detached' });
      // What was refused stays above the form.
      await page
        .locator('.form-problem')
        .filter({ hasText: messages(key) })
        .waitFor();
      await page.clock.resume();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
    expect(own(complaints)).toEqual([]);
    await context.close();
  });

  it('of a 503 stays 5 s; after 6 the page is at the root, and the work is there on the way back', async () => {
    const language = 'en';
    const { page, complaints, context } = await staffAt(product, 'Administrator', '/users/new', { language });
    await page.clock.install();
    await page.reload();
    await page.locator('input[name=email]').waitFor();
    await fillUser(page, `kept-${language}@demo.test`);
    await proxySays(page, 'CreateUser', 503);
    await stopTheClock(page);
    await send(page);
    const said = toast(page, wordsOf(language, 'messages')('serviceUnavailable'));
    await said.waitFor();
    await page.clock.runFor(5200);
    await said.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/users/new');
    await page.clock.runFor(1000);
    await page.waitForURL((url) => url.pathname === '/student/profiles');
    await page.clock.resume();
    await page.unrouteAll({ behavior: 'ignoreErrors' });

    await page.goto(`${product.world.url}/users/new`);
    await page.getByText(wordsOf(language, 'forms')('draftBack')).waitFor();
    await expect.poll(() => page.locator('input[name=email]').inputValue()).toBe(`kept-${language}@demo.test`);
    expect(await page.locator('input[name=lastName]').inputValue()).toBe('Work');
    await send(page);
    await page.waitForURL(/\/users\/[0-9a-f-]{36}$/);
    expect(own(complaints)).toEqual([]);
    await context.close();
  });

  it('stands top centre, stays when the page is clicked, and is dismissed by its button', async () => {
    await makeTextBook(product.world.services.db, { name: 'Toasted', publishedAt: null });
    const { page, complaints, context } = await staffAt(product, 'Administrator', '/textbooks');
    await page.clock.install();
    for (const width of ['desktop', 'phone'] as const) {
      await page.setViewportSize(viewports[width]);
      await page.clock.resume();
      await page.reload();
      await page.getByRole('button', { name: 'Actions for Toasted' }).click();
      await stopTheClock(page);
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      const said = toast(page, 'Toasted was deleted.');
      await said.waitFor();
      const place = await said.evaluate((card) => {
        const { left, right, top } = card.getBoundingClientRect();
        return { beside: Math.round((left + right) / 2 - window.innerWidth / 2), top };
      });
      expect(Math.abs(place.beside)).toBeLessThanOrEqual(1);
      expect(place.top).toBeLessThan(140);
      await page.locator('main h1').click();
      await page.keyboard.press('Escape');
      await said.waitFor();
      if (width === 'desktop') {
        await said.getByRole('button', { name: 'Undo' }).click();
        await page.getByRole('link', { name: 'Toasted' }).waitFor();
      } else {
        await said.getByRole('button', { name: 'Dismiss' }).click();
        await said.waitFor({ state: 'detached' });
      }
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is reached by F8, undone by keys, and gives the focus back', async () => {
    const [language, name] = ['jp', 'Focus'] as const;
    await makeTextBook(product.world.services.db, { name, publishedAt: null });
    const lists = wordsOf(language, 'lists');
    const books = wordsOf(language, 'textbooks');
    const { page, complaints, context } = await staffAt(product, 'Administrator', '/textbooks', { language });
    await page.getByRole('button', { name: lists('rowActions', { name }) }).press('Enter');
    await page.getByRole('menuitem', { name: books('delete') }).press('Enter');
    const said = toast(page, books('deleted', { name }));
    await said.waitFor();
    const search = page.getByRole('searchbox');
    await search.focus();
    await page.keyboard.press('F8');
    // Whoever stands in a toast may take all the time they need.
    await said.locator('button:focus').waitFor();
    await said.getByRole('button', { name: wordsOf(language, 'shell')('undo') }).press('Enter');
    await toast(page, wordsOf(language, 'shell')('undone')).waitFor();
    await page.getByRole('link', { name }).waitFor();
    await expect.poll(() => search.evaluate((box) => box === document.activeElement)).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
