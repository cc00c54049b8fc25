import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'acorn';
import { beforeAll, expect, it } from 'vitest';
import { childWhoMade, hold, type Child } from '#tests/support/child-device.ts';
import { growOld, missingSomewhere } from '#tests/support/oldest-browsers.ts';
import { startProduct } from '#tests/support/product.ts';
import { signInAt } from '#tests/support/staff-device.ts';
import { demoEmail } from '#tests/support/people.ts';
import { studentScreens } from './student-screens.ts';

const product = startProduct();
let child: Child;
beforeAll(async () => {
  child = await childWhoMade(product, 'My house');
});

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

it('needs nothing on staff’s screens that the oldest browsers lack', async () => {
  const { page, context, complaints } = await product.browser.device();
  await growOld(context);
  await signInAt(product, page, '/users/new', demoEmail.SuperAdmin);
  expect(await page.evaluate('"any" in AbortSignal || "toSorted" in Array.prototype')).toBe(false);
  await page.locator('.form-buttons button[type=submit]').first().click();
  await page.locator('.field-problem:not(:empty)').first().waitFor();
  const screens = [
    ['/users?search=a', 'tbody tr'],
    ['/classes', 'tbody tr'],
    ['/textbooks', 'tbody tr'],
    ['/community-queue', '.post-card'],
    ['/reports', '.report-chart svg, .report-chart-none'],
    ['/reports?tab=usage', '.list-card tbody tr'],
    ['/audit', 'tbody tr'],
    ['/trash', 'main h1'],
    ['/system', '.system-check'],
  ] as const;
  for (const [path, shows] of screens) {
    await page.goto(`${product.world.url}${path}`);
    await page.locator(shows).first().waitFor();
  }
  expect(complaints).toEqual([]);
  await context.close();
});

it('needs nothing on the students’ screens that the oldest browsers lack', async () => {
  const { page, context, complaints } = await product.browser.device({ width: 'tablet' });
  await growOld(context);
  await hold(product, { context }, child);
  const answered = 'a class with an answer of the teacher';
  const wanted = ['the profiles', 'a new profile', 'a class', 'a unit', 'reading', 'a film', answered, 'the wall'];
  const screens = (await studentScreens(product, child)).filter(({ name }) => wanted.includes(name));
  expect(screens.map(({ name }) => name)).toEqual(wanted);
  for (const { path = '', then, shows } of screens) {
    await page.goto(`${product.world.url}${path}`);
    await then?.(page);
    await page.locator(shows).first().waitFor();
  }
  expect(complaints).toEqual([]);
  await context.close();
});
