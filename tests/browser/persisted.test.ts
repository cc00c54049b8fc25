import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { childWhoMade, hold } from '#tests/support/child-device.ts';
import { demoEmail } from '#tests/support/people.ts';
import { startProduct } from '#tests/support/product.ts';
import { signInAt, told } from '#tests/support/staff-device.ts';
import { staffAt } from './staff-walk.ts';

const product = startProduct({ gateway: { freeOperations: 'staff', production: true } });
const unit = (page: Page) => page.getByRole('link', { name: /Unit 2/ }).last();

const sent = z.object({
  operationName: z.string(),
  query: z.string().optional(),
  variables: z.unknown(),
  extensions: z.looseObject({ persistedQuery: z.object({ version: z.literal(1), sha256Hash: z.string() }) }),
});

/** Everything that pages of this device send to /graphql. */
function collect(context: BrowserContext): z.output<typeof sent>[] {
  const bodies: z.output<typeof sent>[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/graphql')) bodies.push(sent.parse(request.postDataJSON()));
  });
  return bodies;
}

/** A server that knows one operation no longer, or by another text, `times` times. */
async function forget(context: BrowserContext, name: string, times = Infinity): Promise<void> {
  let left = times;
  await context.route('**/graphql', async (route) => {
    const body = sent.parse(route.request().postDataJSON());
    if (body.operationName !== name || left <= 0) return route.continue();
    left -= 1;
    const extensions = { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } };
    return route.continue({ postData: JSON.stringify({ ...body, extensions }) });
  });
}

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  return () => loads;
}

describe('the web app before a gateway that takes no text from strangers', () => {
  it('names every operation by its hash, and sends no text', async () => {
    const device = await product.browser.device();
    const { page, context, complaints } = device;
    const bodies = collect(context);
    await signInAt(product, page, '/classes', demoEmail.Teacher);
    await page.getByRole('row').nth(1).waitFor();
    const child = await childWhoMade(product, 'My house');
    await hold(product, device, child);
    await page.goto(`${product.world.url}/student/class/${child.classCode}`);
    await unit(page).waitFor();
    const names = () => bodies.map(({ operationName }) => operationName);
    await expect.poll(names).toEqual(expect.arrayContaining(['Login', 'Classes', 'PostsWaiting', 'ClassPage']));
    expect(bodies.filter(({ query }) => query !== undefined)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('a page that is older than the server', () => {
  it('says so to staff, loads anew once and brings back what was typed', async () => {
    const { page, toasts, context } = await staffAt(product, 'Teacher', '/classes');
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Class name').first().fill('Red Foxes');
    const loads = countLoads(page);
    await forget(context, 'UpdateClass', 1);
    await page.getByRole('button', { name: /^Save/ }).click();
    await told({ toasts }, 'Manabook has been updated. Reloading this page.');
    await page.getByText('Your unsaved changes were restored.').waitFor();
    await expect.poll(() => page.getByLabel('Class name').first().inputValue()).toBe('Red Foxes');
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByRole('heading', { name: 'Red Foxes' }).waitFor();
    await expect.poll(loads).toBe(1);
    await context.close();
  });

  it('loads anew for staff no second time when that did not help, and says what to do', async () => {
    const { page, context } = await staffAt(product, 'Teacher', '/trash');
    await forget(context, 'Classes');
    const loads = countLoads(page);
    await page.goto(`${product.world.url}/classes`);
    await page.getByText('Manabook has been updated. Reload this page.').first().waitFor();
    await expect.poll(loads).toBe(2);
    await context.close();
  });

  it('says so to a child, loads anew once, and then offers to try again', async () => {
    const device = await product.browser.device({ width: 'phone', language: 'jp' });
    const { page, context } = device;
    const child = await childWhoMade(product, 'My house');
    await hold(product, device, child);
    await forget(context, 'ClassPage');
    const loads = countLoads(page);
    // Looked for from the start: it goes away with the page.
    const said = page.getByText('あたらしく なったよ').waitFor();
    const address = `${product.world.url}/student/class/${child.classCode}`;
    await Promise.all([said, page.goto(address, { waitUntil: 'commit' })]);
    await page.getByRole('button', { name: 'もういちど' }).waitFor();
    await expect.poll(loads).toBe(2);
    await context.close();
  });

  it('loads anew once for a piece of it that is not there any more', async () => {
    const { page, context } = await product.browser.device();
    await page.goto(`${product.world.url}/login`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await context.route('**/assets/forgot-password-*.js', (route) => route.fulfill({ status: 404 }));
    const loads = countLoads(page);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect.poll(loads).toBe(1);
    await page.goto(`${product.world.url}/forgot-password`);
    await page.getByRole('button').first().waitFor();
    await expect.poll(loads).toBe(2);
    await context.close();
  });
});
