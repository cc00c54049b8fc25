import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { childDevice, childWhoMade, hold } from '#tests/support/child-device.ts';
import { graphql, signIn } from '#tests/support/people.ts';
import { startProduct } from '#tests/support/product.ts';
import { readQrCode } from '#tests/support/qr-reader.ts';

const product = startProduct();

/** What the printed QR code of the demo teacher's class says. */
async function scanClassCode(): Promise<string> {
  const { world } = product;
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

const isHeard = (page: Page) =>
  page.waitForFunction(() => {
    const audio = document.querySelector('audio');
    return audio !== null && audio.currentTime > 0.1 && audio.error === null;
  });

it('a child with a printed QR code lands on the class, picks a new profile, opens a page and hears it', async () => {
  const scanned = await scanClassCode();
  expect(scanned).toMatch(new RegExp(`^${product.world.url}/student/class/[\\w-]{22,}$`));
  const { page, complaints, context } = await product.browser.device({ width: 'phone' });
  await page.goto(scanned);

  await page.waitForURL('**/student/profiles?class=*');
  await page.getByRole('button', { name: 'Someone new' }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Please enter name').waitFor();
  await page.getByLabel('Your name').fill('Hana');
  await page.getByRole('radio', { name: 'Fox' }).check({ force: true });
  await page.getByRole('button', { name: 'Start' }).click();

  await page.waitForURL(scanned);
  await (await soundsOfUnit(page)).click();
  await page.waitForURL('**/student/content/*');
  await page.getByRole('button', { name: 'Listen to bell' }).click();
  await isHeard(page);
  expect(complaints).toEqual([]);
  await context.close();
});

/** Opens the second unit of the class that is open. Resolves to the unit's link to a Push and Listen page. */
async function soundsOfUnit(page: Page): Promise<Locator> {
  await page
    .getByRole('link', { name: /Unit 2/ })
    .last()
    .click();
  await page.waitForURL('**/student/unit-detail?*');
  return page.getByRole('link', { name: /Push and listen/ }).first();
}

/** What a screen reader says of the focused element: its role and its name, as the browser computes them. */
async function heard(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  const { result } = await devtools.send('Runtime.evaluate', { expression: 'document.activeElement' });
  const { nodes } = await devtools.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId,
    fetchRelatives: false,
  });
  await devtools.detach();
  return `${String(nodes[0]?.role?.value)}: ${String(nodes[0]?.name?.value)}`;
}

/** Whether somebody who looks sees where the focus is, by the line around it. */
const isMarked = (page: Page) =>
  page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 3;
  });

/** Goes on by the Tab key until something is heard that sounds right, and presses it. */
async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  const passed: string[] = [];
  while (passed.length < 60) {
    await page.keyboard.press('Tab');
    const now = await heard(page);
    passed.push(now);
    if (!wanted.test(now)) continue;
    expect(await isMarked(page), `the focus on “${now}” is seen`).toBe(true);
    return page.keyboard.press('Enter');
  }
  throw new Error(`nothing like ${wanted} was heard, but ${passed.join('; ')}`);
}

it('with the screen off a child says who it is and plays a page, among words with furigana', async () => {
  const device = await product.browser.device({ language: 'jp', width: 'tablet' });
  const { page, complaints } = device;
  const child = await childWhoMade(product, 'My house');
  await hold(product, device, child);
  await device.context.addInitScript(() => {
    if (location.pathname.endsWith('/profiles')) sessionStorage.setItem('student', 'null');
  });
  await page.goto(`${product.world.url}/student/profiles?class=${child.classCode}`);
  await page.getByText(child.name).first().waitFor();
  await tabTo(page, /^button: (?!.*けす).*Mia/);
  await page.waitForURL('**/student/class/*');
  await page.locator('main a').first().waitFor();
  await tabTo(page, /^link: .*Unit 2/);
  await page.waitForURL('**/student/unit-detail?*');
  await page.locator('main a').first().waitFor();
  await tabTo(page, /^link: .*(プッシュ|おして きく|きく)/);
  await page.waitForURL('**/student/content/*');
  await page.locator('.sound-spot').first().waitFor();
  await tabTo(page, /^button: .*を きく/);
  await isHeard(page);
  expect(complaints).toEqual([]);
  await device.context.close();
});

it('a child goes on when the script that shares progress and follows the board does not load', async () => {
  const child = await childWhoMade(product, 'My house');
  const device = await product.browser.device({ width: 'phone' });
  const { page, context } = device;
  await hold(product, device, child);
  await context.route(/\/child-here-.*\.js$/, (route) => route.abort());
  const missed = page.waitForEvent('requestfailed', (request) => request.url().includes('/child-here-'));
  await page.goto(`${product.world.url}/student/class/${child.classCode}`);
  await missed;
  await (await soundsOfUnit(page)).waitFor();
  expect(await page.locator('main.notice').count()).toBe(0);
  await context.close();
});

describe('the games of a class', () => {
  it('are led to by its page, with its code for a friend', async () => {
    const child = await childWhoMade(product, 'My house');
    const { page, context, complaints } = await childDevice(product, child, `/student/class/${child.classCode}`, {
      language: 'jp',
      width: 'desktop',
    });
    await page.locator('.class-links a').last().click();
    await page.waitForURL(`**/student/game-list?class=${child.classCode}`);
    await page.locator('.content-card').first().waitFor();
    const kinds = await page.locator('.content-card-kind').allInnerTexts();
    expect(new Set(kinds.map((kind) => kind.trim()))).toEqual(new Set(['ゲーム']));

    const code = page.locator('.invitation-code svg');
    await code.waitFor();
    expect(await readQrCode(await code.screenshot())).toBe(`${product.world.url}/student/class/${child.classCode}`);
    await page.locator('.content-card').first().click();
    await page.waitForURL(`**/student/content/*?class=${child.classCode}`);
    await page.goBack();
    await page.locator('.invitation a').click();
    await page.waitForURL('**/student/community/list?class=*');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('are none, or of no such class, or of a class that is over: it is said what to do', async () => {
    const { world, browser } = product;
    const child = await childWhoMade(product, 'My house');
    const { page, context } = await browser.device({ width: 'phone' });
    const at = (query: string) => page.goto(`${world.url}/student/game-list${query}`);
    await at('?class=nobody-knows-this');
    await page.getByText('We can’t find this class').waitFor();
    await at('');
    await page.waitForURL('**/student/profiles');
    const { rows } = await world.services.pool.query<{ hash: string }>(
      'select hash_code as hash from textbooks order by id limit 1',
    );
    await at(`?book=${rows[0]?.hash ?? ''}`);
    await page.waitForURL('**/student/unit-list?book=*');

    await world.services.pool.query('update contents set type = 1 where type = 4');
    await at(`?class=${child.classCode}`);
    await page.getByText('No games here yet').waitFor();
    // The class's code and its wall are there without games too.
    await page.locator('.invitation-code svg').waitFor();
    expect(await page.locator('main a').count()).toBe(2);

    await world.services.pool.query('update classes set status = 1 where class_hash_code = $1', [child.classCode]);
    await at(`?class=${child.classCode}`);
    await page.waitForURL('**/student/class-completed');
    await context.close();
  });
});

it('gives the focus back to what opened a sheet', async () => {
  const child = await childWhoMade(product, 'My house');
  const { page, context } = await childDevice(product, child, '/student/profiles');
  const opener = page.locator('.page-header button[aria-haspopup=dialog]').first();
  for (const leave of [() => page.keyboard.press('Escape'), () => page.locator('.over-head button').press('Enter')]) {
    await opener.press('Enter');
    await page.locator('dialog[open]').waitFor();
    await leave();
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await opener.and(page.locator(':focus')).waitFor();
  }
  await context.close();
});
