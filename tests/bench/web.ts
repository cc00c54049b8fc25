import type { Browser } from 'playwright-core';
import { demoSchoolOf } from '#api/app/demo/demo-school.ts';
import { preparePlace } from '#tests/shots/place.ts';
import { withBuiltProduct } from '#tests/support/built-product.ts';
import type { World } from '#tests/support/world.ts';
import { timeBigLists } from './big-lists.ts';
import { newChild, remember } from './child.ts';
import { weighPage, type PageWeight, type Visit } from './page-weight.ts';
import { listLimits, roundTripsToClasses, timeListClicks } from './list-clicks.ts';
import { staffFilesIn } from './staff-files.ts';
import { type School, staffBudget, weighStaff } from './staff-screens.ts';
import { measureStudents } from './student-screens.ts';

/** JavaScript and CSS of a first visit to a class, compressed, in kB (issue 2); JavaScript alone (issue 6). */
const [budget, scriptBudget] = [250, 170];

const kilobytes = (bytes: number): number => Math.round(bytes / 100) / 10;

async function measure(world: World, browser: Browser): Promise<void> {
  const school = await demoSchoolOf(world.services);
  if (!school) throw new Error('the demo school is missing');
  const url = school.classUrl;
  const child = await newChild(world, url.split('/').at(-1) ?? '');
  const visits: Record<string, Visit> = {
    'class, nobody chosen yet': { url, usable: '.profile-tile' },
    'class, as a child': { url, usable: '.next-unit', remembered: (context) => remember(context, child) },
  };
  const rows: Record<string, Record<string, number>> = {};
  for (const [name, visit] of Object.entries(visits)) {
    const plain = await weighPage(browser, visit);
    const slow = await weighPage(browser, { ...visit, slow: true });
    rows[name] = rowOf(plain, slow);
  }
  console.table(rows);
  const isOver = (row: Record<string, number>) =>
    (row['JS kB'] ?? 0) > scriptBudget || (row['JS + CSS kB'] ?? 0) > budget;
  const over = Object.entries(rows).filter(([, row]) => isOver(row) || row['staff files'] !== 0);
  for (const [name] of over)
    console.error(`${name}: over ${scriptBudget} kB of JS or ${budget} kB of JS and CSS, or with staff's code`);
  if (over.length > 0) process.exitCode = 1;
}

const rowOf = (plain: PageWeight, slow: PageWeight): Record<string, number> => ({
  requests: plain.requests,
  'JS kB': kilobytes(plain.script),
  'CSS kB': kilobytes(plain.style),
  'JS + CSS kB': kilobytes(plain.script + plain.style),
  'fonts kB': kilobytes(plain.font),
  'images kB': kilobytes(plain.image),
  'other kB': kilobytes(plain.other),
  'staff files': staffFilesIn(plain.urls).length,
  'usable ms': plain.usable,
  'usable ms, slow 4G and 4x CPU': slow.usable,
});

/** What staff's screens cost: the first, and any other beside what the first one brought. */
async function measureStaff(school: School): Promise<void> {
  const rows: Record<string, Record<string, number>> = {};
  const over: string[] = [];
  for (const [name, { cold, later, slow }] of await weighStaff(school)) {
    const [first, more] = [kilobytes(cold.script + cold.style), kilobytes(later.script + later.style)];
    rows[name] = {
      requests: cold.requests,
      'JS + CSS kB': first,
      'more than the first screen, kB': more,
      waterfall: cold.depth,
      'usable ms': cold.usable,
      'usable ms, slow 4G and 4x CPU': slow.usable,
    };
    if (name === 'users' && first > staffBudget.first) over.push(`${name}: over ${staffBudget.first} kB of JS and CSS`);
    if (more > staffBudget.later) over.push(`${name}: over ${staffBudget.later} kB beside the first screen`);
  }
  console.table(rows);
  for (const line of over) console.error(line);
  if (over.length > 0) process.exitCode = 1;
}

/** Staff's lists in a school of 100,000 users and 2,000 classes, in milliseconds. */
async function measureBigLists(school: School): Promise<void> {
  const roundTrips = await roundTripsToClasses(school);
  console.table(Object.fromEntries(await timeBigLists(school)));
  const found: Record<string, number> = { ...(await timeListClicks(school)), 'round trips after sign-in': roundTrips };
  console.table(found);
  const over = Object.entries(listLimits).filter(([name, most]) => !((found[name] ?? NaN) <= most));
  for (const [name, most] of over) console.error(`lists: ${name} over ${most}`);
  if (over.length > 0) process.exitCode = 1;
}

const studentParts: Readonly<Record<string, typeof measure>> = { visits: measure, students: measureStudents };
const staffParts: Readonly<Record<string, (school: School) => Promise<void>>> = {
  staff: measureStaff,
  lists: measureBigLists,
};

// `npm run bench:web -- PART …` measures some parts alone.
const known = [...Object.keys(studentParts), ...Object.keys(staffParts)];
const wanted = process.argv.length > 2 ? process.argv.slice(2) : known;
const unknown = wanted.find((name) => !known.includes(name));
if (unknown !== undefined) throw new Error(`there is no part ${unknown}, but ${known.join(', ')}`);

await withBuiltProduct(async ({ world, browser }) => {
  for (const name of wanted) await studentParts[name]?.(world, browser);
  const ofStaff = wanted.filter((name) => name in staffParts);
  if (ofStaff.length === 0) return;
  const school = { world, browser, place: await preparePlace(world) };
  for (const name of ofStaff) await staffParts[name]?.(school);
});
