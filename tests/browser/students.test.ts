import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from '#tests/support/accessibility.ts';
import { startBrowser, type TestBrowser } from '#tests/support/browser.ts';
import { graphql, signIn } from '#tests/support/people.ts';
import { readQrCode } from '#tests/support/qr-reader.ts';
import { startWorld, type World } from '#tests/support/world.ts';

let world: World;
let browser: TestBrowser;
/** What the printed QR code of the demo teacher's class says. */
let scanned: string;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(), startBrowser()]);
  scanned = await scanClassCode();
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

async function scanClassCode(): Promise<string> {
  const { accessToken } = await signIn(world, 'Teacher');
  interface Classes {
    classes: { items: { textBook: { shortCode: string }; qrCode: { png: { url: string } } }[] };
  }
  const { data } = await graphql<Classes>(
    world,
    '{ classes(filter: { status: [ACTIVE] }, page: { number: 1, size: 50 }) { items { textBook { shortCode } qrCode { png { url } } } } }',
    {},
    { authorization: `Bearer ${accessToken}` },
  );
  const picture = data?.classes.items.find(({ textBook }) => textBook.shortCode === 'HELLO1')?.qrCode.png.url;
  if (picture === undefined) throw new Error('the demo teacher has no running class with Hello, World! 1');
  const response = await fetch(new URL(picture, world.url));
  const text = await readQrCode(Buffer.from(await response.arrayBuffer()));
  if (text === undefined) throw new Error('the QR code cannot be read');
  return text;
}

describe('a child with a printed QR code', () => {
  it('lands on the class, picks a new profile, opens a Push-and-Listen page and hears it', async () => {
    const { page, complaints, context } = await browser.device({ width: 'phone' });
    expect(scanned).toMatch(new RegExp(`^${world.url}/student/class/[\\w-]{22,}$`));
    await page.goto(scanned);

    await page.waitForURL('**/student/profiles?class=*');
    await page.getByRole('button', { name: 'Someone new' }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Please enter name').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel('Your name').fill('Hana');
    await page.getByRole('radio', { name: 'Fox' }).check({ force: true });
    await page.getByRole('button', { name: 'Start' }).click();

    await page.waitForURL(scanned);
    await page
      .getByRole('link', { name: /Unit 2/ })
      .last()
      .click();
    await page.waitForURL('**/student/unit-detail?*');
    await page
      .getByRole('link', { name: /Push and listen/ })
      .first()
      .click();
    await page.waitForURL('**/student/content/*');
    await page.getByRole('list', { name: 'Sounds' }).getByRole('button', { name: 'Listen to bell' }).click();
    await page.waitForFunction(() => {
      const audio = document.querySelector('audio');
      return audio !== null && audio.currentTime > 0.1 && audio.error === null;
    });
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('finds no student page wider than the phone, and axe finds nothing, in both languages', async () => {
    for (const language of ['en', 'jp'] as const) {
      const { page, complaints, context } = await browser.device({ width: 'phone', language });
      await page.goto(world.url);
      await page.waitForURL('**/student/profiles');
      await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(language === 'jp' ? 'ja' : 'en');
      await page.locator('.profile-tile-add').click();
      await page.locator('.add-profile input.field-input').fill('はな');
      await page.locator('.add-profile button[type=submit]').click();
      await page.locator('.add-profile').waitFor({ state: 'detached' });
      for (const path of [new URL(scanned).pathname, '/student/profiles', '/student/class-completed']) {
        await page.goto(new URL(path, world.url).href);
        await page.locator('h1').first().waitFor();
        const width = () => page.evaluate(() => document.documentElement.scrollWidth);
        await expect.poll(width, { message: path }).toBe(390);
        expect([path, await accessibilityViolations(page)]).toEqual([path, []]);
      }
      expect(complaints).toEqual([]);
      await context.close();
    }
  });

  it('meets a friendly page with a next step for a code that is no class', async () => {
    const { page, context } = await browser.device({ width: 'tablet' });
    await page.goto(`${world.url}/student/profiles`);
    await page.locator('.profile-tile-add').click();
    await page.getByLabel('Your name').fill('Ken');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.locator('.add-profile').waitFor({ state: 'detached' });
    await page.goto(`${world.url}/student/class/${'A'.repeat(22)}`);
    await page.getByRole('heading', { name: 'We cannot find this class' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await context.close();
  });

  it.each([
    ['en', 'We cannot find this book'],
    ['jp', 'みつかりません'],
  ] as const)('says kindly that there is no book with such a code, in %s', async (language, title) => {
    const { page, context } = await browser.device({ width: 'tablet', language });
    await page.goto(`${world.url}/student/profiles`);
    await page.locator('.profile-tile-add').click();
    await page.locator('.add-profile input').first().fill('Ken');
    await page.locator('.add-profile button[type=submit]').click();
    await page.locator('.add-profile').waitFor({ state: 'detached' });
    await page.goto(`${world.url}/student/unit-list?book=${'A'.repeat(22)}`);
    await page.getByRole('heading').filter({ hasText: title }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await context.close();
  });
});
