import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { photo } from '#tests/support/media-samples.ts';
import { startProduct } from '#tests/support/product.ts';
import { changeLanguage } from './in-both-languages.ts';
import { heading, staffAt, wordsOf, type Language } from './staff-walk.ts';

const product = startProduct();

async function sizeOf(part: Locator) {
  const { width, height } = (await part.boundingBox()) ?? {};
  return { width, height };
}

it('says that a calendar’s code did not arrive, and fetches it when asked again', async () => {
  const { page, context } = await staffAt(product, 'SchoolOwner', '/classes/add', { width: 'phone' });
  await page.locator('input[name=className]').fill('Sakura 1');
  const panel = page.locator('.calendar-panel');
  await context.setOffline(true);
  await page.locator('.calendar-button').first().click();
  await panel.getByRole('alert').waitFor();
  await panel.getByRole('button', { name: 'Try again' }).and(page.locator(':focus')).waitFor();
  await context.setOffline(false);
  // A page that is online and cannot fetch its code reloads, so the network must be back first.
  await page.evaluate(async () => (await fetch('/locales/en/common.json')).text());
  await page.keyboard.press('Enter');
  await panel.locator('[role=gridcell]:focus, [role=gridcell] :focus').waitFor();
  const afterFailure = await sizeOf(panel);
  await page.keyboard.press('Enter');
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('input[name=startDate]').inputValue()).not.toBe('');
  await expect.poll(() => page.locator('input[name=className]').inputValue()).toBe('Sakura 1');

  // With its style sheet, the calendar is as large as after a load without a failure.
  await page.reload();
  // The form restores its draft before the calendar is opened.
  await expect.poll(() => page.locator('input[name=className]').inputValue()).toBe('Sakura 1');
  await page.locator('.calendar-button').first().click();
  await panel.locator('[role=gridcell]:focus, [role=gridcell] :focus').waitFor();
  expect(await sizeOf(panel)).toEqual(afterFailure);
  await context.close();
});

it('shows each day of a calendar on one line', async () => {
  const { page, context } = await staffAt(product, 'SchoolOwner', '/classes/add', { width: 'phone' });
  await page.locator('.calendar-button').first().click();
  const panel = page.locator('.calendar-panel');
  await panel.locator('[role=gridcell]').first().waitFor();
  const brokenDays = await panel.locator('[role=gridcell]').evaluateAll((days) =>
    days.flatMap((day) => {
      const range = document.createRange();
      range.selectNodeContents(day);
      return range.getClientRects().length > 1 ? [day.textContent] : [];
    }),
  );
  expect(brokenDays).toEqual([]);
  await context.close();
});

it('gives the focus to what a picture is cropped with, however late it comes', async () => {
  const { page, complaints, context } = await staffAt(product, 'Administrator', '/text-books/new');
  await page.locator('input[type=file]').waitFor({ state: 'attached' });
  await context.route(/crop-desk-.*\.js$/, async (route) => {
    // The dialog is already there, and has the focus.
    await page.locator('.crop-dialog .late-part').waitFor();
    await route.continue();
  });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'cover.jpg', mimeType: 'image/jpeg', buffer: await photo(300, 400) });
  await page.getByRole('button', { name: 'Use this image' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.crop-dialog').waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await context.close();
});

it('keeps the crop dialog until its picture is on its way, so that no form is saved without it', async () => {
  const { page, complaints, context } = await staffAt(product, 'Administrator', '/text-books/new');
  await page.evaluate(() => {
    const drawn = HTMLCanvasElement.prototype;
    const makers = { ...Object.getOwnPropertyDescriptors(drawn) };
    drawn.toBlob = function (this: HTMLCanvasElement, ...asked) {
      addEventListener('made', () => makers.toBlob.value?.apply(this, asked), { once: true });
      document.body.dataset['making'] = 'yes';
    };
  });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'cover.jpg', mimeType: 'image/jpeg', buffer: await photo(300, 400) });
  await page.locator('.crop-tools button').nth(1).click();
  await page.locator('.crop-dialog .bp6-intent-primary').click();
  await page.locator('body[data-making]').waitFor();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await page.locator('.crop-dialog').count()).toBe(1);
  await page.evaluate(() => dispatchEvent(new Event('made')));
  await page.locator('.crop-dialog').waitFor({ state: 'detached' });
  await page.locator('.picture-frame img').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it('keeps the ways to other screens where one does not arrive, and where there is none, in both languages', async () => {
  const { page, context } = await staffAt(product, 'Administrator', '/classes');
  const navigation = page.locator('.side-navigation');
  const message = page.locator('.screen-message');
  /** Says so in both languages, with the navigation beside it. */
  const says = async (title: string, text: string) => {
    for (const language of ['jp', 'en'] satisfies Language[]) {
      await changeLanguage(page, language);
      const words = wordsOf(language, 'common');
      await heading(page, words(title)).waitFor();
      await message.getByText(words(text)).waitFor();
      await navigation.getByRole('link', { name: wordsOf(language, 'shell')('users') }).waitFor();
      await message.getByRole('link', { name: words('goHome') }).waitFor();
    }
  };
  await context.route(/trash-list-.*\.js$/, (route) => route.abort());
  // The page is loaded again first, as the screen may be one of an older build.
  const loadedAgain = page.waitForEvent('load');
  await navigation.getByRole('link', { name: 'Trash' }).click();
  await loadedAgain;
  await message.waitFor();
  await says('brokenTitle', 'brokenText');
  await context.unroute(/trash-list-.*\.js$/);
  await message.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Trash' }).waitFor();

  await page.goto(`${product.world.url}/nowhere`);
  await navigation.waitFor();
  await says('notFoundTitle', 'notFoundText');
  await message.getByRole('link').click();
  await page.waitForURL((url) => url.pathname === '/users');
  await page.locator('tbody tr').first().waitFor();
  await context.close();
});
