import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'acorn';
import { expect, it } from 'vitest';
import { missingSomewhere } from '#tests/support/oldest-browsers.ts';

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
