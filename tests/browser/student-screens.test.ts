import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { accessibilityViolations, settled } from '#tests/support/accessibility.ts';
import { viewports, type Device } from '#tests/support/browser.ts';
import { childWhoMade, type Child } from '#tests/support/child-device.ts';
import { growOld, isOld } from '#tests/support/oldest-browsers.ts';
import { withWebFonts } from '#tests/support/browser.ts';
import { walkLimit } from '#tests/support/patience.ts';
import { startProduct } from '#tests/support/product.ts';
import { otherLanguage, changeLanguage } from './in-both-languages.ts';
import { type Language, wordsOf } from './staff-walk.ts';
import { serveFilms, serveGames } from './film-server.ts';
import { measure } from './student-measures.ts';
import { familyHolds } from './student-places.ts';
import { strangersScreens, studentScreens, type StudentScreen } from './student-screens.ts';

const product = startProduct(undefined, withWebFonts);
let child: Child;
beforeAll(async () => {
  child = await childWhoMade(product, 'My house');
});

/** Resolves when a screen has come. Rejects with what the page shows instead. */
async function showScreen({ page, complaints }: Device, { name, path, then, shows }: StudentScreen): Promise<void> {
  try {
    if (path !== undefined) await page.goto(`${product.world.url}${path}`);
    await then?.(page);
    await page.locator(shows).first().waitFor();
  } catch (cause) {
    const text = await page.locator('body').innerText();
    throw new Error(`${name}: ${page.url()} shows “${text}”, with the complaints “${complaints.join()}”`, { cause });
  }
}

type Width = keyof typeof viewports;

const removing = [
  ['student', 'remove'],
  ['student', 'removePostYes'],
  ['record', 'takeAway'],
  ['sending', 'throwAway'],
] as const;

/** The words of buttons that take something away. Only these are red. */
const removals = new Set(
  removing.flatMap(([namespace, key]) => [wordsOf('en', namespace)(key), wordsOf('jp', namespace)(key)]),
);

/** Returns what is wrong with a screen at each of the widths. Axe runs at the width `thorough`. */
async function look({ page, complaints }: Device, widths: readonly Width[], thorough: Width) {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize(viewports[width]);
    await settled(page);
    const violations = width === thorough ? await accessibilityViolations(page) : [];
    const { redControls, ...measured } = await measure(page);
    const found = [
      ...violations,
      ...Object.values(measured).flat(),
      ...redControls.filter((words) => !removals.has(words)).map((words) => `“${words}” is red`),
      ...complaints.splice(0),
    ];
    faults.push(...found.map((fault) => `${width}: ${fault}`));
  }
  return faults;
}

const wider: readonly Width[] = ['phone', 'tablet', 'desktop'];
const narrower: readonly Width[] = wider.toReversed();

/** Returns what is wrong with screens. Each screen is opened once, in one of the languages, and looked at in both. */
async function faultsOf(device: Device, shown: readonly StudentScreen[]): Promise<readonly string[]> {
  const { page } = device;
  const faults: string[] = [];
  let language: Language = 'en';
  for (const screen of shown) {
    await showScreen(device, screen);
    const found = await look(device, wider, 'phone');
    language = otherLanguage(language);
    await changeLanguage(page, language);
    expect(await page.locator('html').getAttribute('lang')).toBe(language === 'jp' ? 'ja' : 'en');
    found.push(...(await look(device, narrower, 'desktop')));
    faults.push(...found.map((fault) => `${screen.name}, opened before the change to ${language}, ${fault}`));
  }
  return faults;
}

it(
  'every screen of the students’ is whole, quiet, no wider than the window and easy to tap, in both languages and the oldest browsers',
  async () => {
    const strangers = await product.browser.device({ width: 'phone' });
    await growOld(strangers.context);
    const faults = [...(await faultsOf(strangers, strangersScreens(child)))];
    await strangers.context.close();

    // Each try of the test has its own classes: a child who has agreed to follow a board is not asked again.
    const screens = await studentScreens(product, child);
    const device = await product.browser.device({ width: 'phone' });
    await growOld(device.context);
    await familyHolds(product, device, child);
    await serveFilms(device.context, 60);
    await serveGames(device.context);
    await device.page.clock.install();
    faults.push(...(await faultsOf(device, screens)));
    expect(await isOld(device.page)).toBe(true);
    await device.context.close();
    expect(faults).toEqual([]);
  },
  walkLimit,
);

/** The fonts in which the browser sets the words of an element. */
async function fontsOf(page: Page, selector: string): Promise<readonly string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  await devtools.detach();
  return fonts.map(({ familyName }) => familyName).toSorted();
}

it('sets English words among Japanese in Fredoka, whose a is the single-storey one that is taught', async () => {
  const { page, context } = await product.browser.device({ language: 'jp', width: 'tablet' });
  await page.goto(`${product.world.url}/student/class/${child.classCode}`);
  await page.locator('.profile-tile-add').waitFor();
  await page.locator('.profiles-title').evaluate((title) => (title.textContent = 'a cat'));
  await page.evaluate(() => document.fonts.ready);
  expect(await fontsOf(page, '.profiles-title')).toEqual([expect.stringMatching(/^Fredoka/)]);
  await page.locator('.profiles-title').evaluate((title) => (title.textContent = 'だれが'));
  await page.evaluate(() => document.fonts.ready);
  expect(await fontsOf(page, '.profiles-title')).toEqual(['Zen Kaku Gothic New']);
  await context.close();
});

it('would tell of what is too small for a finger or to be read, red, never stands still, and of a sheet that scrolls sideways', async () => {
  const { page, context } = await product.browser.device({ width: 'phone' });
  await page.goto(`${product.world.url}/student/profiles`);
  const button = page.locator('.page-header button').first();
  await button.evaluate((one) => {
    one.style.minHeight = '0';
    one.style.height = '40px';
  });
  expect((await measure(page)).smallTargets).toEqual([expect.stringContaining('×40')]);
  expect((await measure(page)).smallWords).toEqual([]);
  expect((await measure(page)).redControls).toEqual([]);
  await button.evaluate((one) => (one.style.background = '#cd431e'));
  expect((await measure(page)).redControls).toEqual([await button.textContent()]);
  await button.evaluate((one) => {
    const [word, kanji, reading] = ['b', 'ruby', 'rt'].map((name) => document.createElement(name));
    if (!word || !kanji || !reading) throw new Error('no elements');
    word.append('Settings');
    word.style.fontSize = '14px';
    reading.append('かん');
    reading.style.fontSize = '10px';
    kanji.append('漢', reading);
    one.replaceChildren(word, kanji);
  });
  expect((await measure(page)).smallWords).toEqual(
    expect.arrayContaining(['“Settings” is 14 px high', '“かん” is 10 px high']),
  );
  await button.evaluate((one) => (one.textContent = 'Settingssettings'));
  expect((await measure(page)).brokenWords).toEqual([]);
  await button.evaluate((one) => Object.assign(one.style, { width: '80px', overflowWrap: 'anywhere' }));
  expect((await measure(page)).brokenWords).toEqual([expect.stringContaining('Settingssettings')]);
  expect((await measure(page)).endlessMoves).toEqual([]);
  await button.evaluate((one) => one.animate({ opacity: [0, 1] }, { duration: 0.01, iterations: Infinity }));
  expect((await measure(page)).endlessMoves).toEqual([expect.stringContaining('moves for ever')]);
  await page.locator('.profile-tile-add').click();
  await page.locator('.over-head').evaluate((one) => (one.style.minWidth = '620px'));
  expect((await measure(page)).sidewaysScrollers).toEqual([
    expect.stringMatching(/^dialog\.over scrolls \d+ px sideways$/),
  ]);
  expect((await measure(page)).widerThanWindow).toEqual([]);
  await page.evaluate(() => (document.body.style.minWidth = '450px'));
  expect((await measure(page)).widerThanWindow).toEqual(['60 px wider than the window']);
  await context.close();
});
