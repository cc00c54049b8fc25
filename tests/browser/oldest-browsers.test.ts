import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'acorn';
import { beforeAll, expect, it } from 'vitest';
import { holdWhoLooks, settle } from '#tests/shots/device.ts';
import { preparePlace, type Place } from '#tests/shots/place.ts';
import { shots } from '#tests/shots/screens.ts';
import { growOld, missingSomewhere } from '#tests/support/oldest-browsers.ts';
import { startProduct } from '#tests/support/product.ts';
import { wordsOf } from './staff-walk.ts';

const product = startProduct();
let place: Place;
beforeAll(async () => {
  place = await preparePlace(product.world);
});

/** The headings of a page that has crashed. */
const brokenTitles = ['common', 'student'].map((name) => wordsOf('en', name)('brokenTitle'));

const assets = readdirSync('dist/web/assets').map((name) => `assets/${name}`);
const built = (ending: string) =>
  [...assets, 'service-worker.js']
    .filter((name) => name.endsWith(ending))
    .map((name) => ({ name, text: readFileSync(`dist/web/${name}`, 'utf8') }));

it('gives browsers no syntax that Safari 16.0 cannot read', () => {
  for (const { name, text } of built('.js')) {
    // Later syntax throws. Safari 16.0 lacks two things of ES2022: static blocks, and looking back in a pattern.
    parse(text, { ecmaVersion: 2022, sourceType: 'module' });
    expect(text.match(/\(\?<[=!]/), name).toBeNull();
    expect(text.match(/[{;}]static\{/), name).toBeNull();
  }
});

it('gives browsers no rule whose selector Firefox 115 cannot read', () => {
  for (const { name, text } of built('.css')) expect(text, name).not.toMatch(/:has\(|&/);
});

it('takes away what came after the oldest browsers, and nothing that they have', () => {
  const missing = missingSomewhere();
  const newer = ['AbortSignal.any_static', 'Array.toSorted', 'Promise.withResolvers', 'String.isWellFormed'];
  expect(newer.filter((name) => !missing.includes(name))).toEqual([]);
  const had = ['fetch', 'Array.at', 'AbortSignal.timeout_static', 'Element.replaceChildren', 'Response.json'];
  expect(had.filter((name) => missing.includes(name))).toEqual([]);
});

/** The first start asks for servers only where the settings name none; these name a mail server. */
const screens = shots.filter(({ name }) => name !== 'first-run-servers');

it.each([...new Set(screens.map(({ as }) => as))])(
  'needs nothing on the screens of %s, and in what opens on them, that the oldest browsers lack',
  async (as) => {
    const { world, browser } = product;
    const { page, context, complaints } = await browser.device({
      width: as === 'Child' ? 'tablet' : 'desktop',
      refuses: true,
    });
    await growOld(context);
    await holdWhoLooks(context, { world, place, as });
    for (const shot of screens.filter((one) => one.as === as)) {
      // From nowhere: an address that differs in its # alone would load nothing.
      await page.goto('about:blank');
      await page.goto(new URL(shot.url(place), world.url).href);
      await settle(page);
      await shot.then?.(page, place);
      await settle(page);
      expect(brokenTitles, shot.name).not.toContain(await page.locator('h1').first().innerText());
    }
    expect(await page.evaluate('"any" in AbortSignal || "toSorted" in Array.prototype')).toBe(false);
    // What the network refuses, such as an ended link, the browser says by itself.
    expect(complaints.filter((text) => !/net::ERR_|Failed to load/.test(text))).toEqual([]);
    await context.close();
  },
);
