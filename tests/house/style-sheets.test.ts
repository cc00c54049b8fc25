import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sheets = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));

/** CSS that no build step transforms for the oldest browsers of package.json's browserslist. */
const missing = {
  'a rule with :has() is none in Firefox before 121': /:has\(/,
  'what color-mix() makes of a variable is transparent in Chrome before 111 and Safari before 16.2': /color-mix\(/,
  'oklch() of another colour is none in Chrome before 119 and Safari before 16.4': /\(from /,
};

it.each(Object.entries(missing))('%s', (_, newer) => {
  expect(sheets.length).toBeGreaterThan(50);
  expect(sheets.filter((name) => newer.test(readFileSync(`web/${name}`, 'utf8')))).toEqual([]);
});
