import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type BuiltService, withBuiltService } from './built-service.ts';
import { databaseSize, growth } from './database-growth.ts';
import type { Pupil } from './device.ts';
import { bell, firstBell, loneChildren, schoolDay, uploadHall } from './load-phases.ts';
import { type Measured, printDay, printFaults, printHall, printOpenings, printProcessors } from './load-report.ts';
import { fillClasses } from './load-school.ts';
import { picture, recording, shortFilm } from './load-works.ts';
import { countKept, keptUploads } from './lost-work.ts';
import { spending } from './processor-time.ts';
import { Tally } from './tally.ts';
import { WorkQueue } from './work-queue.ts';

// All in one run, so that each figure stands beside the idle service of the same machine and hour.

const { values: flags } = parseArgs({
  options: {
    children: { type: 'string', default: '4000' },
    /** In which the children of the school day come. */
    seconds: { type: 'string', default: '240' },
    /** Of the bell. */
    devices: { type: 'string', default: '300' },
    /** Of the hall. */
    tablets: { type: 'string', default: '30' },
    /** One of so many children records. */
    'one-in': { type: 'string', default: '20' },
  },
});
const [children, devices, tablets] = [Number(flags.children), Number(flags.devices), Number(flags.tablets)];
const day = { seconds: Number(flags.seconds), oneIn: Number(flags['one-in']) };

const bells = 3;
const idleMilliseconds = 12_000;
/** The address of a school that is none of those that the classes are spread over. */
const school = (number: number) => `172.16.${number}.1`;

/** A filled school, and what has been measured of it. */
interface School {
  readonly service: BuiltService;
  readonly url: string;
  readonly pupils: readonly Pupil[];
  readonly phases: Record<string, Measured>;
}

async function stretch({ service, phases }: School, name: string, work: () => Promise<Tally>): Promise<Measured> {
  console.log(`${name}…`);
  const { result: tally, spent } = await spending(service.pids, work);
  return (phases[name] = { tally, spent });
}

/** A lone child in the idle service, the bell three times, and the bell of a first day. */
async function ringBells(its: School): Promise<Measured> {
  const { url } = its;
  const pupils = its.pupils.slice(0, devices);
  // What runs for the first time is compiled then; it is none of the figures.
  await stretch(its, 'before the figures', () => bell({ url, pupils }, school(0)));
  const idle = await stretch(its, 'idle', () => loneChildren(its, wait(idleMilliseconds)));
  for (let round = 1; round <= bells; round += 1)
    await stretch(its, `the bell, ${round}`, () => bell({ url, pupils }, school(round)));
  const rooms = pupils.map(({ room }) => room);
  await stretch(its, 'the bell of a first day', () => firstBell(url, rooms, school(bells + 1)));
  return idle;
}

/** The day, and after it until the queue is empty; false when the queue stood still. */
async function goThroughDay(its: School): Promise<boolean> {
  const { database } = its.service;
  const before = await databaseSize(database);
  const queue = new WorkQueue(database);
  let emptyAfter: number | undefined;
  const measured = await stretch(its, 'the school day', async () => {
    const tally = await schoolDay({ ...its, ...day, recording: recording() });
    emptyAfter = await queue.untilEmpty();
    return tally;
  });
  await queue.close();
  const grown = growth(before, await databaseSize(database));
  const recordings = await keptUploads(its.service, measured.tally.uploads);
  printDay({ ...day, children, measured, recordings, grown, queue: { ...queue.worst, emptyAfter } });
  return emptyAfter !== undefined;
}

/** Everybody sends at once, while a lone child opens a class. */
async function fillHall(its: School): Promise<Tally> {
  const works = [recording(), await picture(), await shortFilm()];
  const sending = uploadHall({ ...its, pupils: its.pupils.slice(0, tablets) }, works, school(bells + 2));
  await stretch(its, 'beside a hall of uploads', () => loneChildren(its, sending));
  const { tally, uploads } = await sending;
  printHall(uploads, await keptUploads(its.service, tally.uploads));
  return tally;
}

async function measure(service: BuiltService): Promise<boolean> {
  const filling = new Tally();
  console.log(`a school of ${children} children…`);
  const pupils = await fillClasses(service, children, filling);
  const its: School = { service, url: service.url, pupils, phases: {} };
  const idle = await ringBells(its);
  const flowed = await goThroughDay(its);
  const hall = await fillHall(its);
  printOpenings(its.phases, idle.tally);
  printProcessors(its.phases);
  const ofPhases = Object.entries(its.phases).map(([name, { tally }]) => [name, tally] as const);
  const tallies = { 'filling the school': filling, ...Object.fromEntries(ofPhases), 'the hall of uploads': hall };
  const held = printFaults(await countKept(service, Object.values(tallies)), tallies);
  if (!flowed) console.error('works waited, and the queue stood still');
  return held && flowed;
}

await withBuiltService(async (service) => {
  if (!(await measure(service))) process.exitCode = 1;
});
