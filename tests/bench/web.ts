import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { demoSchoolOf } from '#api/demo/demo-school.ts';
import { build } from '#launch/build.ts';
import startDatabase from '#tests/support/global-setup.ts';
import { graphql } from '#tests/support/people.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { weighPage, type PageWeight, type Visit } from './page-weight.ts';
import { staffFilesIn } from './staff-files.ts';

/** JavaScript and CSS of a first visit to a class, compressed, in kB (issue 2). */
const budget = 250;

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
  const over = Object.entries(rows).filter(([, row]) => (row['JS + CSS kB'] ?? 0) > budget || row['staff files'] !== 0);
  for (const [name] of over) console.error(`${name}: over ${budget} kB of JS and CSS, or with staff's code`);
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

interface Child {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

async function newChild(world: World, classHashCode: string): Promise<Child> {
  const { data } = await graphql<{ createStudent: Child }>(
    world,
    'mutation ($input: CreateStudentInput!) { createStudent(input: $input) { id name token } }',
    { input: { name: 'Mia', animal: 'CAT', classHashCode } },
  );
  if (!data) throw new Error('no profile could be made');
  return data.createStudent;
}

/** Puts the child on the device, chosen in this tab. */
const remember = (context: BrowserContext, child: Child) =>
  context.addInitScript((known) => {
    localStorage.setItem('profiles', JSON.stringify([{ ...known, animal: 'cat', classIds: [], place: null }]));
    sessionStorage.setItem('student', JSON.stringify({ info: { id: known.id }, previousInfo: null }));
  }, child);

const progress = { line: console.log, step: <Value>(_text: string, work: () => Promise<Value>) => work() };
await build({ root: process.cwd(), progress, wanted: 'all' });
const stopDatabase = await startDatabase();
const world = await startWorld();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});
try {
  await measure(world, browser);
} finally {
  await browser.close();
  await world.close();
  await stopDatabase();
}
