import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ContentType } from '#schema/rest/enumerations.ts';
import { type Width, withWebFonts } from '#tests/support/browser.ts';
import { childWhoMade, hold, storedProfile, type Child } from '#tests/support/child-device.ts';
import { startProduct } from '#tests/support/product.ts';
import { contentsOf, firstContent, holdScripts, isThere, watchRequests } from './page-loads.ts';

const product = startProduct(undefined, withWebFonts);
const pool = () => product.world.services.pool;

let child: Child;

beforeAll(async () => {
  child = await childWhoMade(product, 'My house');
});

const firstOf = async (type: ContentType) => firstContent(product, child, type);

const inClass = (code: string) => `${product.world.url}/student/content/${code}?class=${child.classCode}`;

const shownPicture = '.page-paper img';
it('a page of the book asks for its picture, chunk and texts before a script has run, and for no data after', async () => {
  const { code } = await firstOf(ContentType.READ);
  const { page, context, complaints } = await product.browser.device({ width: 'phone' });
  const { asked, operations } = watchRequests(page);
  const release = await holdScripts(page);
  await page.goto(inClass(code), { waitUntil: 'commit' });
  for (const wanted of [/^\/media\/.*\/phone\//, /\/content-detail-[\w-]+\.js$/, /^\/locales\/en\/student\.json$/])
    await expect.poll(() => asked.some((path) => wanted.test(path)), { message: String(wanted) }).toBe(true);
  await isThere(page, '.early img');
  expect(operations).toEqual([]);
  release();
  await isThere(page, shownPicture);
  expect(await page.locator('.early').count()).toBe(0);
  await page.waitForLoadState('networkidle');
  expect(operations).not.toContain('ContentPage');
  expect(asked.filter((path) => /\/tablet\//.test(path))).toEqual([]);
  expect(asked.filter((path) => /^\/media\/.*\/phone\//.test(path))).toHaveLength(1);
  expect(complaints).toEqual([]);
  await context.close();
});

/** Where a picture is painted, and where the title is, in CSS pixels. */
const places = (page: Page, picture: string) =>
  page.evaluate(async (selector) => {
    await document.fonts.ready;
    const image = document.querySelector<HTMLImageElement>(selector);
    const title = document.querySelector('.content-title');
    if (!image || !title) throw new Error('the page is not there');
    const { x, y, width, height } = image.getBoundingClientRect();
    // What `object-fit: contain` paints.
    const scale = Math.min(width / image.naturalWidth, height / image.naturalHeight);
    const [painted, high] = [image.naturalWidth * scale, image.naturalHeight * scale];
    const words = title.getBoundingClientRect();
    return [
      ...[x + (width - painted) / 2, y + (height - high) / 2, painted, high],
      ...[words.x, words.y, words.width, words.height],
    ].map(Math.round);
  }, picture);

describe.each<['en' | 'jp', Width]>([
  ['en', 'phone'],
  ['jp', 'phone'],
  ['en', 'tablet'],
  ['jp', 'tablet'],
  ['en', 'desktop'],
  ['jp', 'desktop'],
])('in %s on a %s', (language, width) => {
  it('the picture and the title stay in their place when the app takes over', async () => {
    // The first page has no page before it; the second one gets a sound, whose buttons take room.
    const contents = (await contentsOf(product, child, ContentType.READ)).slice(0, 2);
    await pool().query(
      `update contents set audio_media_id =
         (select audio_media_id from contents where audio_media_id is not null limit 1) where hash_code = $1`,
      [contents[1]?.code],
    );
    expect(contents).toHaveLength(2);
    for (const { code } of contents) {
      const device = await product.browser.device({ language, width });
      const { page, context } = device;
      await hold(product, device, child);
      const release = await holdScripts(page);
      await page.goto(inClass(code), { waitUntil: 'commit' });
      await isThere(page, '.early img');
      const before = await places(page, '.early img');
      release();
      await isThere(page, shownPicture);
      const after = await places(page, shownPicture);
      // Letters that come later may move a line by a pixel.
      const moved = after.map((value, index) => Math.abs(value - (before[index] ?? NaN)));
      expect(Math.max(...moved), JSON.stringify([before, after])).toBeLessThan(2);
      await context.close();
    }
  });
});

it('a name that looks like markup is shown as it is', async () => {
  const { code } = await firstOf(ContentType.READ);
  const name = '</script><img src=x onerror=alert(1)>';
  await pool().query('update contents set name = $2 where hash_code = $1', [code, name]);
  const { page, context, complaints } = await product.browser.device({ width: 'phone' });
  const release = await holdScripts(page);
  await page.goto(inClass(code), { waitUntil: 'commit' });
  await isThere(page, '.early img');
  expect(await page.locator('.early h1').innerText()).toBe(name);
  release();
  await isThere(page, shownPicture);
  expect(await page.locator('h1').innerText()).toBe(name);
  expect(complaints).toEqual([]);
  await context.close();
});

it('a printed link shows its page at once to a device whose children have yet to be chosen', async () => {
  const { code } = await firstOf(ContentType.READ);
  const { page, context } = await product.browser.device({ width: 'phone' });
  await rememberNobodyChosen(context);
  const { operations } = watchRequests(page);
  await page.goto(`${product.world.url}/student/content/${code}`);
  await isThere(page, shownPicture);
  await expect.poll(() => operations).toContain('CountCodeUse');
  expect(operations).not.toContain('ContentPage');
  expect(operations).not.toContain('CodeRedirect');
  expect(operations).not.toContain('ContentDetails');
  await context.close();
});

it('a recording is shown to a child that was chosen, and to nobody before', async () => {
  const { code } = await firstOf(ContentType.RECORD);
  const { page, context } = await product.browser.device({ width: 'phone' });
  await rememberNobodyChosen(context);
  const release = await holdScripts(page);
  const { asked } = watchRequests(page);
  await page.goto(inClass(code), { waitUntil: 'commit' });
  await expect.poll(() => asked.some((path) => /^\/media\/.*\/phone\//.test(path))).toBe(true);
  expect(await page.locator('h1').count()).toBe(0);
  release();
  await page.waitForURL('**/student/profiles?class=*');
  await context.close();
});

async function rememberNobodyChosen(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    (profile) => localStorage.setItem('profiles', JSON.stringify([profile])),
    await storedProfile(product, child),
  );
}

it('an unknown code is asked for once', async () => {
  const { page, context } = await product.browser.device({ width: 'phone' });
  const { operations } = watchRequests(page);
  const misses = () =>
    pool().query<{ points: number }>(`select coalesce(sum(points), 0)::int as points from rate_limits
      where key like 'code-misses:%'`);
  const before = (await misses()).rows[0]?.points ?? 0;
  await page.goto(inClass('nobody-knows-this-code'));
  await page.getByText('We can’t find this page').waitFor();
  expect(operations).not.toContain('ContentPage');
  expect((await misses()).rows[0]?.points).toBe(before + 1);
  await context.close();
});

it('the answer that came with a page is kept for when there is no network', async () => {
  const { code } = await firstOf(ContentType.READ);
  const device = await product.browser.device({ installed: true });
  const { page, context } = device;
  await hold(product, device, child);
  await page.goto(inClass(code));
  await isThere(page, shownPicture);
  const stored = () =>
    page.evaluate(async () => {
      const keys = await (await caches.open('answers')).keys();
      return keys.map(({ url }) => decodeURIComponent(url));
    });
  await expect
    .poll(async () => (await stored()).join())
    .toContain(`/kept/ContentPage?variables={"hashCode":"${code}"}`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.reload();
  await isThere(page, '.content-title + .page-view img, .page-view-none');
  await context.close();
});
