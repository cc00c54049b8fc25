import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { settled } from '#tests/support/accessibility.ts';
import { viewports, type Device } from '#tests/support/browser.ts';
import { childWhoMade, type Child } from '#tests/support/child-device.ts';
import { startProduct } from '#tests/support/product.ts';
import { flaws, widerThanWindow } from '#tests/support/staff-device.ts';
import { serveFilms, serveGames } from './film-server.ts';
import { sidewaysScrollers, smallTargets } from './student-measures.ts';
import { familyHolds, strangersScreens, studentScreens, type StudentScreen } from './student-screens.ts';

const product = startProduct();
let child: Child;
let screens: readonly StudentScreen[];
beforeAll(async () => {
  child = await childWhoMade(product, 'My house');
  screens = await studentScreens(product, child);
});

/** A screen when it has come. */
async function showScreen(page: Page, { path, then, shows }: StudentScreen): Promise<void> {
  if (path !== undefined) await page.goto(`${product.world.url}${path}`);
  await then?.(page);
  await page.locator(shows).first().waitFor();
}

const languages = ['en', 'jp'] as const;
type Language = (typeof languages)[number];
/** Axe looks at each width once; what fits, in each language too. */
const lookedThrough: Record<Language, readonly string[]> = { en: ['phone', 'desktop'], jp: ['tablet'] };

/** What is wrong with screens at any width; each is loaded once, as a device that is turned keeps its page. */
async function faultsOf(
  { page, complaints }: Device,
  language: Language,
  shown: readonly StudentScreen[],
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const screen of shown) {
    await showScreen(page, screen);
    for (const [width, size] of Object.entries(viewports)) {
      await page.setViewportSize(size);
      await settled(page);
      const look = lookedThrough[language].includes(width) ? flaws : widerThanWindow;
      const found = [...(await look(page)), ...(await smallTargets(page)), ...(await sidewaysScrollers(page))];
      found.push(...complaints.splice(0));
      faults.push(...found.map((fault) => `${screen.name}, ${width}: ${fault}`));
    }
    await page.setViewportSize(viewports.phone);
  }
  return faults;
}

it.each(languages)(
  'every screen of the students’ is whole, quiet, no wider than the window and easy to tap, in %s',
  async (language) => {
    const strangers = await product.browser.device({ language, width: 'phone' });
    const faults = [...(await faultsOf(strangers, language, strangersScreens(child)))];
    expect(await strangers.page.locator('html').getAttribute('lang')).toBe(language === 'jp' ? 'ja' : 'en');
    await strangers.context.close();

    const device = await product.browser.device({ language, width: 'phone' });
    await familyHolds(product, device, child);
    await serveFilms(device.context, 60);
    await serveGames(device.context);
    await device.page.clock.install();
    faults.push(...(await faultsOf(device, language, screens)));
    await device.context.close();
    expect(faults).toEqual([]);
  },
);

it('would tell of what is too small for a finger, and of a sheet that scrolls sideways', async () => {
  const { page, context } = await product.browser.device({ width: 'phone' });
  await page.goto(`${product.world.url}/student/profiles`);
  const button = page.locator('.page-header button').first();
  await button.evaluate((one) => {
    one.style.minHeight = '0';
    one.style.height = '40px';
  });
  expect(await smallTargets(page)).toEqual([expect.stringContaining('×40')]);
  await page.locator('.profile-tile-add').click();
  await page.locator('.over-head').evaluate((one) => (one.style.minWidth = '620px'));
  expect(await sidewaysScrollers(page)).toEqual([expect.stringMatching(/^dialog\.over scrolls \d+ px sideways$/)]);
  await context.close();
});
