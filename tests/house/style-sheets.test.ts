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

/** What may be red on a child's screen: taking away, the check's bad news for grown-ups, a heart, and a teacher's red pen. */
const red = [
  '.button-danger',
  '.profile-tile-trash',
  "[data-step='bad'] .picture-badge",
  ".post-count[data-kind='heart'] svg",
  '.wall-choose > svg',
  '.unit-dot[data-done]',
];

it('makes nothing red on a child’s screen that does not take away, but hearts and hanamaru', () => {
  const students = sheets.filter((name) => name.startsWith('student/') && name !== 'student/ui/theme/theme.css');
  const rules = students.flatMap((name) =>
    [...readFileSync(`web/${name}`, 'utf8').matchAll(/^([^{}@/]+)\{([^{}]*)\}/gm)].map(
      ([, selector = '', style = '']) => ({
        selector: selector.trim(),
        isRed: /persimmon|232 83 43/.test(style),
      }),
    ),
  );
  expect(rules.length).toBeGreaterThan(300);
  expect(rules.filter(({ isRed }) => isRed).map(({ selector }) => selector)).toEqual(expect.arrayContaining(red));
  expect(rules.filter(({ isRed, selector }) => isRed && !red.includes(selector))).toEqual([]);
});

/** In a room's theme, what holds for every element on a device that asks for less motion. */
const still = {
  staff: [
    'web/staff/platform/theme/theme.css',
    /\*,\s+::before,\s+::after \{[^}]*animation-iteration-count: 1 !important/,
  ],
  student: [
    'web/student/ui/theme/theme.css',
    /\.student \*,\s+\.student \*::before,\s+\.student \*::after \{[^}]*animation: none !important/,
  ],
} as const;

it.each(Object.entries(still))(
  'lets nothing of %s move for ever where less motion is asked for',
  (_, [theme, rule]) => {
    const [, reduced = ''] = readFileSync(theme, 'utf8').split('@media (prefers-reduced-motion: reduce)');
    expect(reduced).toMatch(rule);
  },
);

it('gives no endless animation more weight than that, nor begins one from a script', () => {
  const sources = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:css|tsx?)$/.test(name),
  );
  const heavy = /(?:animation[^;{}]*infinite[^;{}]*!important|infinite !important|iterations: Infinity)/;
  expect(sources.filter((name) => heavy.test(readFileSync(`web/${name}`, 'utf8')))).toEqual([]);
});
