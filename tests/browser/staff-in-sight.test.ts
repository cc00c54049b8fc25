import { expect, it } from 'vitest';
import { ContentType } from '#schema/rest/enumerations.ts';
import { startProduct } from '#tests/support/product.ts';
import { staffAt } from './staff-walk.ts';

const product = startProduct();

it('a class’s QR code is on a phone before what else there is to say of the class', async () => {
  const { rows } = await product.world.services.pool.query<{ id: string }>(
    'select id from classes where deleted_at is null order by id limit 1',
  );
  const { page, context } = await staffAt(product, 'Administrator', `/classes/${rows[0]?.id ?? ''}`);
  await page.setViewportSize({ width: 390, height: 844 });
  const code = await page.locator('.qr-code').boundingBox();
  expect((code?.y ?? Infinity) + (code?.height ?? 0)).toBeLessThan(844);
  await context.close();
});

it('the page comes into sight when a spot of a late sound is drawn', async () => {
  const { rows } = await product.world.services.pool.query<{ id: string }>(
    `select contents.id from contents join push_and_listen_items on content_id = contents.id
      where contents.type = $1 and contents.deleted_at is null and page_image_media_id is not null
      group by contents.id order by count(*) desc limit 1`,
    [ContentType.PUSH_AND_LISTEN],
  );
  const { page, context } = await staffAt(product, 'Administrator', `/contents/${rows[0]?.id ?? ''}/push-and-listen`);
  await page.setViewportSize({ width: 600, height: 420 });
  await page
    .getByRole('button', { name: /^(?:Draw|Change) .*spot/ })
    .last()
    .click();
  await expect
    .poll(() =>
      page.locator('.spot-page').evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return Math.min(bottom, innerHeight) - Math.max(top, 0) > innerHeight / 3;
      }),
    )
    .toBe(true);
  await context.close();
});

it('a page on the board is as high as the screen, in full screen, and both end together', async () => {
  const { rows } = await product.world.services.pool.query<{ id: string }>(
    "select id from classes where class_name = 'Class 4B'",
  );
  const { page, context } = await staffAt(product, 'Teacher', `/classes/${rows[0]?.id ?? ''}`);
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.getByRole('link', { name: 'Show on the board: ' }).first().click();
  await page.locator('.board-paper').waitFor();
  expect(await page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  const share = () => page.locator('.board-paper').evaluate((one) => one.getBoundingClientRect().height / innerHeight);
  await expect.poll(share).toBeGreaterThan(0.95);
  // As a browser does that keeps Escape to itself.
  await page.evaluate(() => document.exitFullscreen());
  await page.locator('.class-units').waitFor();
  await context.close();
});

it('the classes’ table is as wide as its card, so that no row’s menu stands outside', async () => {
  const { page, context } = await staffAt(product, 'Administrator', '/classes');
  await page.locator('.list-table tbody tr').first().waitFor();
  for (const width of [820, 1024, 1199, 1200, 1280, 1366, 1400]) {
    await page.setViewportSize({ width, height: 800 });
    const over = await page
      .locator('.list-card')
      .evaluate(
        (card) =>
          Math.max(
            0,
            ...[...card.querySelectorAll('.list-table, .list-table td')].map(
              (one) => one.getBoundingClientRect().right,
            ),
          ) - card.getBoundingClientRect().right,
      );
    expect([width, over <= 0]).toEqual([width, true]);
  }
  await context.close();
});

it('the rows of the classes are no higher than two or three lines of words', async () => {
  const { page, context } = await staffAt(product, 'Administrator', '/classes');
  await page.setViewportSize({ width: 1366, height: 768 });
  const rows = page.locator('.list-table tbody tr');
  await rows.first().waitFor();
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeLessThan(58);
  expect(Math.max(...heights)).toBeLessThan(80);
  await context.close();
});
