import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { demoSchoolOf } from '#api/demo/demo-school.ts';
import { startBrowser, type TestBrowser } from '#tests/support/browser.ts';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import { told } from '#tests/support/staff-device.ts';
import { startWorld, type World } from '#tests/support/world.ts';

let world: World;
let browser: TestBrowser;
let classUrl: string;

beforeAll(async () => {
  const gateway = { freeOperations: 'staff', production: true } as const;
  [world, browser] = await Promise.all([startWorld({ gateway }), startBrowser()]);
  classUrl = (await demoSchoolOf(world.services))?.classUrl ?? '';
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

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

/** Puts a child on the device, chosen in this tab. */
async function remember(context: BrowserContext): Promise<void> {
  const body = JSON.stringify({ name: 'Mia', animal: 'cat', classHashCode: classUrl.split('/').at(-1) });
  const headers = { 'content-type': 'application/json' };
  const made: unknown = await (await fetch(`${world.apiUrl}/api/Student`, { method: 'POST', headers, body })).json();
  const child = z.object({ id: z.string(), name: z.string(), token: z.string() }).parse(made);
  await context.addInitScript((known) => {
    localStorage.setItem('profiles', JSON.stringify([{ ...known, animal: 'cat', classIds: [], place: null }]));
    sessionStorage.setItem('student', JSON.stringify({ info: { id: known.id }, previousInfo: null }));
  }, child);
}

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  return () => loads;
}

async function signInAt(page: Page, path: string): Promise<void> {
  await page.goto(`${world.url}${path}`);
  await page.getByLabel('Email or username').fill(demoEmail.Teacher);
  await page.getByLabel('Password', { exact: false }).first().fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`**${path}`);
}

describe('the web app before a gateway that takes no text from strangers', () => {
  it('names every operation by its hash, and sends no text', async () => {
    const { page, context, complaints } = await browser.device();
    const bodies = collect(context);
    await signInAt(page, '/classes');
    await page.getByRole('row').nth(1).waitFor();
    await page.goto(classUrl);
    await page.getByRole('button', { name: 'Someone new' }).waitFor();
    const names = () => bodies.map(({ operationName }) => operationName);
    await expect.poll(names).toEqual(expect.arrayContaining(['Login', 'Classes', 'PostsWaiting', 'ClassPage']));
    expect(bodies.filter(({ query }) => query !== undefined)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('a page that is older than the server', () => {
  it('says so to staff, loads anew once and brings back what was typed', async () => {
    const { page, toasts, context } = await browser.device();
    await signInAt(page, '/classes');
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Class name').first().fill('Red Foxes');
    const loads = countLoads(page);
    await forget(context, 'UpdateClass', 1);
    await page.getByRole('button', { name: /^Save/ }).click();
    await told({ toasts }, 'Manabook has been updated. This page is loading again.');
    await page.getByText('Your unsaved work was brought back.').waitFor();
    await expect.poll(() => page.getByLabel('Class name').first().inputValue()).toBe('Red Foxes');
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByRole('heading', { name: 'Red Foxes' }).waitFor();
    await expect.poll(loads).toBe(1);
    await context.close();
  });

  it('loads anew for staff no second time when that did not help, and says what to do', async () => {
    const { page, context } = await browser.device();
    await forget(context, 'Classes');
    const loads = countLoads(page);
    await signInAt(page, '/classes');
    await page.getByText('Manabook has been updated. Please load this page again.').first().waitFor();
    await expect.poll(loads).toBe(2);
    await context.close();
  });

  it.each(['en', 'jp'] as const)(
    'says so to a child (%s), loads anew once, and then offers to try again',
    async (language) => {
      const { page, context } = await browser.device({ width: 'phone', language });
      await remember(context);
      await forget(context, 'ClassPage');
      const loads = countLoads(page);
      // Looked for from the start: it goes away with the page.
      const said = page.getByText({ en: 'Something is new!', jp: 'あたらしく なりました' }[language]).waitFor();
      await Promise.all([said, page.goto(classUrl, { waitUntil: 'commit' })]);
      await page.getByRole('button', { name: { en: 'Try again', jp: 'もういちど' }[language] }).waitFor();
      await expect.poll(loads).toBe(2);
      await context.close();
    },
  );

  it('loads anew once for a piece of it that is not there any more', async () => {
    const { page, context } = await browser.device();
    await page.goto(`${world.url}/login`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await context.route('**/assets/forgot-password-*.js', (route) => route.fulfill({ status: 404 }));
    const loads = countLoads(page);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect.poll(loads).toBe(1);
    await page.goto(`${world.url}/forgot-password`);
    await page.getByRole('button').first().waitFor();
    await expect.poll(loads).toBe(2);
    await context.close();
  });
});
