import { expect, it } from 'vitest';
import { childDevice, childWhoMade } from '#tests/support/child-device.ts';
import { startProduct } from '#tests/support/product.ts';
import { readQrCode } from '#tests/support/qr-reader.ts';
import { flaws, looks } from '#tests/support/staff-device.ts';

const product = startProduct();

it.each(looks)(
  'the class page leads to its games and to its code for a friend, in $language on a $width',
  async (look) => {
    const child = await childWhoMade(product, 'My house');
    const { page, context, complaints } = await childDevice(product, child, `/student/class/${child.classCode}`, look);
    await page.locator('.class-links a').last().click();
    await page.waitForURL(`**/student/game-list?class=${child.classCode}`);
    await page.locator('.content-card').first().waitFor();
    const kinds = await page.locator('.content-card-kind').allInnerTexts();
    expect(new Set(kinds.map((kind) => kind.trim()))).toEqual(new Set([look.language === 'jp' ? 'ゲーム' : 'Game']));

    const code = page.locator('.invitation-code svg');
    await code.waitFor();
    expect(await readQrCode(await code.screenshot())).toBe(`${product.world.url}/student/class/${child.classCode}`);
    expect(await flaws(page)).toEqual([]);
    await page.locator('.content-card').first().click();
    await page.waitForURL(`**/student/content/*?class=${child.classCode}`);
    await page.goBack();
    await page.locator('.invitation a').click();
    await page.waitForURL('**/student/community/list?class=*');
    expect(complaints).toEqual([]);
    await context.close();
  },
);

it('says what to do where there are no games, no such class, or a class that is over', async () => {
  const { world, browser } = product;
  const child = await childWhoMade(product, 'My house');
  const { page, context } = await browser.device({ width: 'phone' });
  const at = (query: string) => page.goto(`${world.url}/student/game-list${query}`);
  await at('?class=nobody-knows-this');
  await page.getByText('We cannot find this class').waitFor();
  await at('');
  await page.waitForURL('**/student/profiles');
  const { rows } = await world.services.pool.query<{ hash: string }>('select hash_code as hash from textbooks limit 1');
  await at(`?book=${rows[0]?.hash ?? ''}`);
  await page.waitForURL('**/student/unit-list?book=*');

  await world.services.pool.query('update contents set type = 1 where type = 4');
  await at(`?class=${child.classCode}`);
  await page.getByText('No games here yet').waitFor();
  expect(await flaws(page)).toEqual([]);
  expect(await page.locator('main a').count()).toBe(1);

  await world.services.pool.query('update classes set status = 1 where class_hash_code = $1', [child.classCode]);
  await at(`?class=${child.classCode}`);
  await page.waitForURL('**/student/class-completed');
  await context.close();
});
