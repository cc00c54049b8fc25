import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { patience } from '#tests/support/patience.ts';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import { startProduct } from '#tests/support/product.ts';
import { staffAt } from './staff-walk.ts';

const hour = 3_600_000;

const product = startProduct();

async function signIn(page: Page): Promise<void> {
  await page.goto(`${product.world.url}/classes`);
  await page.locator('input[name=email]').fill(demoEmail.Administrator);
  await page.locator('input[name=password]').fill(demoPassword);
  await page.locator('button[type=submit]').click();
  await page.getByRole('heading', { level: 1, name: 'Classes' }).waitFor();
}

/** Counts the renewals that any page of a device asks for. */
function renewalsOf(context: BrowserContext): () => number {
  let renewals = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/graphql') && request.postData()?.includes('"operationName":"RefreshToken"'))
      renewals += 1;
  });
  return () => renewals;
}

/** Lets the device believe that it has had its access token for so long, in milliseconds. */
const age = (page: Page, milliseconds: number) =>
  page.evaluate((had) => {
    const held = JSON.parse(localStorage.getItem('loginInfo') ?? '{}') as object;
    localStorage.setItem('loginInfo', JSON.stringify({ ...held, receivedAt: Date.now() - had }));
  }, milliseconds);

const refreshTokenOf = (page: Page) =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem('loginInfo') ?? '{}') as { refreshToken?: string }).refreshToken,
  );

/** How many refresh tokens the newest session has had. */
async function tokensOfNewest(): Promise<number | undefined> {
  const { rows } = await product.world.services.pool.query<{ count: number }>(
    'select count(*)::int as count from refresh_tokens where family_id = (select max(id::text)::uuid from refresh_families)',
  );
  return rows[0]?.count;
}

async function works(page: Page, area: 'Users' | 'Textbooks'): Promise<void> {
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: area }).click();
  await page.getByRole('heading', { level: 1, name: area }).waitFor();
  await page.locator('table').waitFor();
}

describe('two tabs of one browser', () => {
  it('renew together once when their token is about to end, and both go on', async () => {
    const { page: first, context, complaints } = await staffAt(product, 'Administrator', '/classes');
    const second = await context.newPage();
    await second.goto(`${product.world.url}/classes`);
    await second.getByRole('heading', { level: 1, name: 'Classes' }).waitFor();
    const before = await refreshTokenOf(first);
    expect(await tokensOfNewest()).toBe(1);
    // Written by neither of them, so that both hear of it at once.
    const beside = await context.newPage();
    await beside.goto(`${product.world.url}/healthz`);
    await age(beside, 9 * 60_000 + 30_000);
    await expect.poll(() => refreshTokenOf(first)).not.toBe(before);
    await Promise.all([works(first, 'Users'), works(second, 'Textbooks')]);
    // A browser may tell one tab late what the other wrote, which then asks too: it gets the same successor.
    expect(await tokensOfNewest()).toBe(2);
    expect(await refreshTokenOf(second)).toBe(await refreshTokenOf(first));
    // The plain page beside them has no icon.
    expect(complaints.filter((complaint) => !complaint.startsWith('Failed to load resource'))).toEqual([]);
    await context.close();
  });

  it('end together when one of them logs out', async () => {
    const { page: first, context } = await staffAt(product, 'Administrator', '/classes');
    const second = await context.newPage();
    await second.goto(`${product.world.url}/classes`);
    await second.getByRole('heading', { level: 1, name: 'Classes' }).waitFor();
    await first.getByRole('button', { name: /^Account of/ }).click();
    await first.getByRole('menuitem', { name: 'Sign out' }).click();
    await Promise.all([first.waitForURL('**/login*'), second.waitForURL('**/login*')]);
    await context.close();
  });
});

describe('a device', () => {
  it.each([-2, 2])('whose clock is %i hours wrong stays signed in, and does not renew for it', async (hours) => {
    const { page, context } = await product.browser.device();
    await context.clock.install({ time: Date.now() + hours * hour });
    const renewals = renewalsOf(context);
    await signIn(page);
    await works(page, 'Users');
    await page.reload();
    await works(page, 'Textbooks');
    expect(renewals()).toBe(0);
    await context.close();
  });

  it('whose renewal meets an ending server stays signed in, and goes on when there is one again', async () => {
    const { page, context } = await staffAt(product, 'Administrator', '/classes');
    const before = await refreshTokenOf(page);
    let [refused, ending] = [0, true];
    await page.route('**/graphql', async (route) => {
      if (ending && route.request().postData()?.includes('"operationName":"RefreshToken"')) {
        refused += 1;
        const status = refused === 1 ? 503 : 403;
        return route.fulfill({ status, contentType: 'text/html', body: '<html>Not now</html>' });
      }
      return route.continue();
    });
    await age(page, 9 * 60_000 + 30_000);
    await page.reload();
    await expect.poll(() => refused).toBeGreaterThan(0);
    await works(page, 'Users');
    // Both ways to be refused.
    await expect.poll(() => refused).toBeGreaterThan(1);
    expect(await refreshTokenOf(page)).toBe(before);
    ending = false;
    await expect.poll(() => refreshTokenOf(page), { timeout: 2 * patience }).not.toBe(before);
    await works(page, 'Textbooks');
    await context.close();
  });
});
