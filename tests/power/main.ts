import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from '#launch/browser.ts';
import { type Fault, placeFault } from './faults/fault.ts';
import { faultTables } from './faults/fault-tables.ts';
import { sampleMutants } from './mutants.ts';
import { plant, prepareStages, RedTests, type Stage } from './plant.ts';
import { type Group, type PlantedResult, survivors, table } from './report.ts';
import { mutantsPerRoom, type Room, rooms } from './rooms.ts';
import { sourceFilesOf } from './test-files.ts';
import { commitOf } from './tree-copy.ts';
import { Workshop } from './workshop.ts';

// `npm run test:power`: plants mutants and faults of our own, one at a time, and counts what the tests notice.
const { values: options } = parseArgs({
  options: {
    /** A room, a fault, `mutants` or `faults`; several, each with its own `--only`. */
    only: { type: 'string', multiple: true },
    /** Another checkout, with its own `node_modules`. */
    root: { type: 'string', default: '.' },
    json: { type: 'string' },
    /** What has not begun by then is not run. */
    minutes: { type: 'string', default: '180' },
  },
});
const root = resolve(options.root);
const jsonFile = options.json === undefined ? undefined : resolve(options.json);
const end = Date.now() + Number(options.minutes) * 60_000;
const isWanted = (name: string, kind: string) => options.only?.some((only) => only === name || only === kind) ?? true;
const wantedRooms = rooms.filter(({ name }) => isWanted(name, 'mutants'));
const wantedTables = faultTables
  .map(({ name, faults }) => ({ name, faults: faults.filter((fault) => isWanted(fault.name, 'faults')) }))
  .filter(({ faults }) => faults.length > 0);
const names = [...rooms, ...faultTables.flatMap(({ faults }) => faults)].map(({ name }) => name);
const unknown = (options.only ?? []).filter((only) => !['mutants', 'faults', ...names].includes(only));
if (unknown.length > 0) throw new Error(`Nothing is called ${unknown.join(', ')}`);

// The tests draw other naughty texts each day.
process.env.NAUGHTY_SEED = '1';
const progress = { line: console.log, step: timed };
const browser = await findBrowser(progress);
if (browser !== undefined) process.env.CHROMIUM_PATH = browser;
const workshop = await progress.step('Copying the sources', () => Workshop.open(root));
const mutants: Group[] = [];
const faults: Group[] = [];
try {
  for (const fault of wantedTables.flatMap((table) => table.faults)) await placeFault(workshop.copy, fault);
  await progress.step('Starting PostgreSQL and making the template', () => workshop.startDatabase());
  for (const room of wantedRooms) await tryRoom(room);
  if (wantedTables.length > 0) await tryFaults();
  if (mutants.length > 0) console.log(`\n${table('Mutants in', mutants)}\n\n${survivors(mutants)}`);
  if (faults.length > 0) console.log(`\n${table('Faults of our own', faults)}\n\n${survivors(faults)}`);
} catch (error) {
  // Ctrl-C breaks off what runs, and the rest of this file with it.
  if (!workshop.isClosing) throw error;
} finally {
  await workshop.close();
}

async function timed<Value>(text: string, work: () => Promise<Value>): Promise<Value> {
  const began = Date.now();
  const value = await work();
  console.log(`${text}: ${Math.round((Date.now() - began) / 1000)} s`);
  return value;
}

async function tryRoom({ name, sources, tests }: Room): Promise<void> {
  const sample = await sampleMutants(workshop.copy, await sourceFilesOf(workshop.copy, sources), mutantsPerRoom);
  const stages = await greenStages(name, tests);
  const planted = sample.map((mutant) => ({ ...mutant, name: mutant.mutator, stages }));
  await tryEach({ groups: mutants, name, planted });
}

/** Tests that fail already are said, and nothing is planted for them. */
async function greenStages(name: string, tests: Room['tests']): Promise<readonly Stage[]> {
  try {
    return await progress.step(`${name}: its tests, nothing planted`, () => prepareStages(workshop, tests));
  } catch (error) {
    if (!(error instanceof RedTests)) throw error;
    progress.line(`${name}: ${error.message}`);
    process.exitCode = 1;
    return [];
  }
}

async function tryFaults(): Promise<void> {
  const stages = new Map<Fault, readonly Stage[]>();
  // All before the first is planted: the web app is built anew after each.
  for (const fault of wantedTables.flatMap((table) => table.faults))
    stages.set(fault, await greenStages(fault.name, [fault.tests]));
  for (const { name, faults: own } of wantedTables) {
    const placed = own.map(async (fault) => ({
      ...(await placeFault(workshop.copy, fault)),
      stages: stages.get(fault) ?? [],
    }));
    await tryEach({ groups: faults, name, planted: await Promise.all(placed) });
  }
}

type Candidate = Omit<PlantedResult, 'outcome' | 'by' | 'seconds'> & {
  readonly text: string;
  readonly stages: readonly Stage[];
};

interface Trial {
  readonly groups: Group[];
  readonly name: string;
  readonly planted: readonly Candidate[];
}

async function tryEach({ groups, name, planted }: Trial): Promise<void> {
  const place = groups.length;
  const results: PlantedResult[] = [];
  for (const { text, stages, ...candidate } of planted) {
    if (Date.now() > end || stages.length === 0) continue;
    const result = await plant(workshop, { file: candidate.file, text, stages });
    results.push({ ...candidate, ...result });
    progress.line(
      `  ${result.outcome.padEnd(8)} ${result.seconds} s  ${candidate.file}:${candidate.line} ${candidate.name}`,
    );
    groups[place] = { name, results, notRun: planted.length - results.length };
    await keep();
  }
  groups[place] ??= { name, results, notRun: planted.length };
}

/** After each, so that a run that is broken off has not been for nothing. */
async function keep(): Promise<void> {
  if (jsonFile === undefined) return;
  const result = { root, commit: await commitOf(root), mutants, faults };
  await writeFile(jsonFile, `${JSON.stringify(result, undefined, 2)}\n`);
}
