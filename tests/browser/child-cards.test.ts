import { beforeAll, expect, it } from 'vitest';
import { ContentType } from '#schema/rest/enumerations.ts';
import { startProduct } from '#tests/support/product.ts';

const product = startProduct();
let card: string;
let page: string;

beforeAll(async () => {
  const { pool } = product.world.services;
  const { rows } = await pool.query<{ card: string; page: string }>(
    `select profiles.card_code as card, contents.hash_code as page
       from profiles join class_profiles on profile_id = profiles.id join classes on classes.id = class_id
         join lessons on lessons.textbook_id = classes.textbook_id join contents on lesson_id = lessons.id
       where profiles.name = 'Emma' and contents.type = $1 and contents.deleted_at is null order by contents.id limit 1`,
    [ContentType.RECORD],
  );
  if (!rows[0]) throw new Error('the demo school has no Emma with a speaking page');
  card = `${product.world.url}/student/card#${rows[0].card}`;
  page = `${product.world.url}/student/content/${rows[0].page}`;
});

/** A shared tablet on which the child's card was scanned. */
async function afterCard() {
  const device = await product.browser.device();
  await device.page.goto(card);
  await device.page.getByRole('button', { name: 'Emma: change profile' }).waitFor();
  /** Scans the page's code with the tablet's camera, which opens a tab of its own. */
  const scanPage = async () => {
    const tab = await device.context.newPage();
    await tab.goto(page);
    return tab;
  };
  return { ...device, scanPage };
}

it('the page that is scanned after a card opens as that child, once', async () => {
  const { context, scanPage } = await afterCard();
  const tab = await scanPage();
  await tab.locator('.record-button').waitFor();
  await tab.getByRole('button', { name: 'Emma: change profile' }).waitFor();
  expect(new URL(tab.url()).pathname).toBe(new URL(page).pathname);
  // The next page asks who is speaking.
  const next = await scanPage();
  await next.waitForURL(/\/student\/profiles/);
  await context.close();
});

it('and asks who is there once the child of the card has handed the tablet on', async () => {
  const { context, page: first, scanPage } = await afterCard();
  await first.getByRole('button', { name: 'Emma: change profile' }).click();
  await first.waitForURL(/\/student\/profiles/);
  await expect.poll(() => first.evaluate(() => localStorage.getItem('card'))).toBe('null');
  const tab = await scanPage();
  await tab.waitForURL(/\/student\/profiles/);
  expect(await tab.getByText('Emma: change profile').count()).toBe(0);
  await context.close();
});
