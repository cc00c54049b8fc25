import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { leaveDialog, told } from '#tests/support/staff-device.ts';
import { startProduct } from '#tests/support/product.ts';
import { staffAt, toast } from './staff-walk.ts';

const product = startProduct();

const card = (page: Page, name: string) => page.getByRole('article', { name: `Post by ${name}`, exact: true });
const undo = (page: Page, text: string) => toast(page, text).getByRole('button', { name: 'Undo' }).click();
const badge = (page: Page) => page.locator('.side-badge [aria-hidden]');
const focusedCard = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

async function classId(name: string): Promise<string> {
  const { rows } = await product.world.services.pool.query<{ id: string }>(
    'select id from classes where class_name = $1',
    [name],
  );
  return rows[0]?.id ?? '';
}

it('lets a teacher go through the queue by keys alone, and take a decision back', async () => {
  const { page, complaints, context } = await staffAt(product, 'Teacher', '/community-queue');
  await card(page, 'Noah').waitFor();
  await expect.poll(() => badge(page).innerText()).toBe('4');
  const begin = page.getByRole('button', { name: 'Review with keyboard' });
  await begin.focus();
  // Outside the cards the letters mean nothing.
  await page.keyboard.press('a');
  expect(await page.locator('.toast').count()).toBe(0);
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedCard(page)).toBe('Post by そうた');
  for (const name of ['Lucia', 'Noah', 'ゆい', 'ゆい']) {
    await page.keyboard.press('j');
    await expect.poll(() => focusedCard(page)).toBe(`Post by ${name}`);
  }
  await page.keyboard.press('k');
  await page.keyboard.down('a');
  await card(page, 'Noah').waitFor({ state: 'detached' });
  // The next one has the focus, and the badge knows without asking.
  await expect.poll(() => focusedCard(page)).toBe('Post by ゆい');
  // The key is still down and repeats itself: the next one is not decided on.
  await page.keyboard.down('a');
  await page.keyboard.up('a');
  await expect.poll(() => badge(page).innerText()).toBe('3');
  await undo(page, 'Noah’s post is on the wall.');
  await card(page, 'Noah').waitFor();
  await expect.poll(() => badge(page).innerText()).toBe('4');

  await card(page, 'そうた').getByText('ちがう しゃしんです').waitFor();
  await card(page, 'そうた')
    .getByRole('button', { name: /^Keep post/ })
    .click();
  await card(page, 'そうた').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Approve all 3 shown' }).click();
  await page.getByRole('heading', { name: 'No posts to review' }).waitFor();
  await expect.poll(() => badge(page).count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

it('shows a class’s wall in every state, by state and by unit, with its pictures and voices', async () => {
  const id = await classId('3年1組 Sunflowers');
  const { page, complaints, toasts, context } = await staffAt(product, 'Teacher', `/classes/${id}`, {
    width: 'tablet',
  });
  await page.getByRole('link', { name: 'Wall' }).click();
  await card(page, 'Emma').waitFor();

  await page.getByRole('button', { name: 'Photo by Emma' }).click();
  await page.getByRole('dialog', { name: 'Photo by Emma' }).waitFor();
  await leaveDialog(page);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // The child's voice comes before the teacher's answer.
  const voice = card(page, 'Leo').locator('audio').first();
  await voice.evaluate((audio: HTMLAudioElement) => audio.play());
  await expect.poll(() => voice.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0);

  await card(page, 'Emma').getByRole('button', { name: /^Hide/ }).click();
  await card(page, 'Emma').getByText('Hidden', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Filter by status/ }).click();
  await page.getByRole('checkbox', { name: 'Hidden' }).press('Space');
  await page.waitForURL(/state=hidden/);
  await card(page, 'Leo').waitFor({ state: 'detached' });
  await page.reload();
  await card(page, 'Emma')
    .getByRole('button', { name: /^Show again/ })
    .click();
  await card(page, 'Emma').waitFor({ state: 'detached' });
  await page.goBack();
  await card(page, 'Emma').getByText('On the wall', { exact: true }).waitFor();

  await card(page, 'Mia')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await card(page, 'Mia').waitFor({ state: 'detached' });
  await undo(page, 'Mia’s post was deleted.');
  await card(page, 'Mia').waitFor();

  // Somebody else was faster: it is said, and their decision is shown.
  await product.world.services.pool.query(
    "update community_posts set state = 'hidden', version = version + 1 where id = $1",
    [await card(page, 'Emma').getAttribute('data-post')],
  );
  await card(page, 'Emma').getByRole('button', { name: /^Hide/ }).click();
  await told({ toasts }, 'changed');
  await card(page, 'Emma').getByText('Hidden', { exact: true }).waitFor();

  const unit = page.getByRole('combobox', { name: 'Filter by unit' });
  await unit.selectOption({ label: 'Unit 3: Colours and numbers' });
  await page.getByRole('heading', { name: 'No results for these filters' }).waitFor();
  await unit.selectOption({ label: 'Unit 1: Hello!' });
  await card(page, 'Mia').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
