import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { fakeCamera } from '#tests/support/fake-camera.ts';
import { startProduct } from '#tests/support/product.ts';
import { flaws } from '#tests/support/staff-device.ts';
import english from '../../locales/en/scan.json' with { type: 'json' };
import japanese from '../../locales/jp/scan.json' with { type: 'json' };
import { plain } from '#web/student/ui/text/furigana.ts';

const camera = fakeCamera();
const product = startProduct({}, camera.flags);

const scan = (page: Page) => page.locator('.book-code .button[aria-haspopup=dialog]').click();
const sheet = (page: Page, step: string) => page.locator(`dialog .scan[data-step=${step}]`);

/** A device at the profiles page, whose camera may look; the page tells whether the camera is on. */
async function atProfiles(options: Parameters<typeof product.browser.device>[0] = {}, mayLook = true) {
  const device = await product.browser.device({ ...options, refuses: !mayLook });
  await device.context.addInitScript(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await ask(constraints);
      setInterval(() => (document.documentElement.dataset.camera = stream.getTracks()[0]?.readyState), 20);
      return stream;
    };
  });
  await device.page.goto(`${product.world.url}/student/profiles`);
  return device;
}
const isOn = (page: Page) => page.locator('html[data-camera=live]').waitFor();
const isOff = (page: Page) => page.locator('html[data-camera=ended]').waitFor();

describe('the camera that reads codes', () => {
  it('says kindly that a code is not ours, goes on looking, and opens the class of a printed one', async () => {
    const { rows } = await product.world.services.pool.query<{ code: string }>(
      'select class_hash_code as code from classes where status = 0 and deleted_at is null and end_date > now() order by id limit 1',
    );
    const code = rows[0]?.code ?? '';
    await camera.show('https://example.com/');
    const { page, context, complaints } = await atProfiles({ width: 'phone' });
    await scan(page);
    await sheet(page, 'live').getByText(english.notOurs).waitFor();
    expect(await flaws(page)).toEqual([]);
    // Another school's address and this one's code: the path decides, and nobody leaves this site.
    await camera.show(`https://other.example/student/class/${code}`);
    await page.waitForURL(`${product.world.url}/student/profiles?class=${code}`);
    await isOff(page);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('opens the page of a printed short code, and is off when its sheet is closed or the page hidden', async () => {
    await camera.show('https://example.com/');
    const { page, context, complaints } = await atProfiles({ language: 'jp' });
    await scan(page);
    await isOn(page);
    await sheet(page, 'live').getByText(plain(japanese.notOurs).slice(0, 4)).waitFor();
    await page.keyboard.press('Escape');
    await isOff(page);

    await scan(page);
    await isOn(page);
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await isOff(page);
    await page.locator('dialog').waitFor({ state: 'detached' });

    await page.evaluate(() => Reflect.deleteProperty(document, 'hidden'));
    await camera.show('ｈｅｌｌｏ１');
    await scan(page);
    await page.waitForURL('**/student/unit-list?book=*');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('chooses nobody when the answer for a card comes after its sheet was closed', async () => {
    const { rows } = await product.world.services.pool.query<{ id: string; code: string }>(
      "select id, card_code as code from profiles where name = 'Emma'",
    );
    const { id = '', code = '' } = rows[0] ?? {};
    const { page, context } = await atProfiles();
    const held: Route[] = [];
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('TakeCard')) held.push(route);
      else await route.continue();
    });
    await camera.show(`${product.world.url}/student/card#${code}`);
    await scan(page);
    await expect.poll(() => held).toHaveLength(1);
    await page.keyboard.press('Escape');
    await isOff(page);
    await held[0]?.continue();
    // The device keeps the child, whose turn is over.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('profiles'))).toContain(id);
    expect(await page.evaluate(() => [sessionStorage.getItem('student'), localStorage.getItem('card')])).toEqual([
      null,
      null,
    ]);
    expect(new URL(page.url()).pathname).toBe('/student/profiles');
    await context.close();
  });

  it('has its words for what is missing, busy, unsupported or refused, and leads to the typed code', async () => {
    const { page, context, complaints } = await atProfiles({ language: 'jp', width: 'tablet' }, false);
    for (const [trouble, error] of [
      ['refused', undefined],
      ['missing', 'NotFoundError'],
      ['busy', 'NotReadableError'],
      ['unsupported', 'TypeError'],
    ] as const) {
      if (error !== undefined)
        await page.evaluate((name) => {
          navigator.mediaDevices.getUserMedia = () =>
            Promise.reject(name === 'TypeError' ? new TypeError('no') : new DOMException('no', name));
        }, error);
      await scan(page);
      await sheet(page, 'trouble').locator(`[data-trouble=${trouble}]`).waitFor();
      await page
        .locator('dialog h3')
        .filter({ hasText: plain(japanese[`${trouble}Title`]) })
        .waitFor();
      await page.locator('dialog .button-sun').click();
      await page.locator('.book-code input:focus').waitFor();
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
