import { beforeAll, expect, it } from 'vitest';
import { ContentType } from '#schema/rest/enumerations.ts';
import { childWhoMade, hold, type Child } from '#tests/support/child-device.ts';
import { startProduct } from '#tests/support/product.ts';
import { contentsOf, firstContent, watchRequests } from './page-loads.ts';

const product = startProduct();
let child: Child;
let unit: string;
let code: string;
beforeAll(async () => {
  child = await childWhoMade(product, 'My house');
  ({ code, unit } = await firstContent(product, child, ContentType.READ));
});

const isPicture = (path: string) => /^\/media\/.*\/phone\//.test(path);

/** A page that has been open for a moment. */
async function opened(path: string, { savesData = false, done = [] as readonly string[] } = {}) {
  const device = await product.browser.device({ width: 'phone' });
  const { page, context } = device;
  await hold(product, device, child);
  await context.addInitScript(
    ({ saveData, progress }) => {
      Object.defineProperty(navigator, 'connection', { value: { saveData }, configurable: true });
      localStorage.setItem('progress', JSON.stringify(progress));
    },
    { saveData: savesData, progress: { [child.profileId]: { lastUnit: unit, done: { [unit]: done } } } },
  );
  await page.clock.install();
  const requests = watchRequests(page);
  await page.goto(`${product.world.url}${path}`);
  await page.locator('main h1').waitFor();
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(2_500);
  return { page, context, ...requests };
}

const ofUnit = () => `/student/unit-detail?unit=${unit}&class=${child.classCode}`;

it('a unit prefetches the first content that the child has not done, with its picture', async () => {
  const { page, context, asked, operations } = await opened(ofUnit());
  await expect.poll(() => asked.some(isPicture)).toBe(true);
  expect(operations.filter((name) => name === 'ContentPage')).toHaveLength(1);
  await page.locator('.content-card').first().click();
  await page.waitForURL('**/student/content/*');
  await page.locator('.page-paper img').waitFor();
  expect(operations.filter((name) => name === 'ContentPage')).toHaveLength(1);
  await context.close();
});

it('a unit whose contents are all done prefetches none', async () => {
  const { rows } = await product.world.services.pool.query<{ code: string }>(
    'select contents.hash_code as code from contents join lessons on lessons.id = lesson_id where lessons.hash_code = $1',
    [unit],
  );
  const { context, operations } = await opened(ofUnit(), { done: rows.map((row) => row.code) });
  expect(operations).not.toContain('ContentPage');
  await context.close();
});

it('a page prefetches the next one', async () => {
  const { context, asked, operations } = await opened(`/student/content/${code}?class=${child.classCode}`);
  await expect.poll(() => operations.filter((name) => name === 'ContentPage').length).toBe(1);
  expect((await contentsOf(product, child, ContentType.READ)).length).toBeGreaterThan(1);
  expect(asked.filter(isPicture).length).toBeGreaterThan(0);
  await context.close();
});

it.each([ofUnit, () => `/student/content/${code}?class=${child.classCode}`])(
  'nothing is prefetched on a connection that saves data',
  async (path) => {
    const { page, context, operations } = await opened(path(), { savesData: true });
    await page.waitForLoadState('networkidle');
    expect(operations).not.toContain('ContentPage');
    await context.close();
  },
);
