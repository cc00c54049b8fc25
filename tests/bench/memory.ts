import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ask } from '#tests/cluster/load.ts';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import { type BuiltService, withBuiltService } from './built-service.ts';
import { schoolDay } from './load-phases.ts';
import { fillClasses } from './load-school.ts';
import { recording } from './load-works.ts';
import { Tally } from './tally.ts';

// Whether the processes hold on to what they have served: their memory after a long load, beside that after five minutes.

const { values: flags } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    /** Children who begin a lesson in a minute. */
    children: { type: 'string', default: '240' },
  },
});
const [minutes, perMinute] = [Number(flags.minutes), Number(flags.children)];

const warmMinutes = 5;
const mostGrowth = 1.1;
/** Children of the school; each has a lesson again and again. */
const children = 1_200;
const oneInRecords = 20;

const measured = ['gateway', 'api'] as const;
type Memory = Readonly<Record<(typeof measured)[number], number>>;

/** Megabytes that a process holds, as Linux tells of it. */
async function resident(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** The middle of a minute's samples, since collecting garbage makes single ones jump. */
async function overOneMinute({ pids }: BuiltService): Promise<Memory> {
  const samples: Memory[] = [];
  for (let second = 0; second < 60; second += 1) {
    samples.push({ gateway: await resident(pids.gateway), api: await resident(pids.api) });
    await wait(1_000);
  }
  const middle = (name: keyof Memory) =>
    samples.map((sample) => sample[name]).toSorted((one, other) => one - other)[samples.length / 2] ?? Number.NaN;
  return { gateway: middle('gateway'), api: middle('api') };
}

const list =
  'query ($search: String) { classes(filter: { search: $search }) { items { id className classCode } totalCount } }';
const login = 'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }';

/** Staff who ask for a list each second, each time another one, until something else has ended. */
async function askLists(url: string, until: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = () => (isOver = true);
  until.then(over, over);
  let token = '';
  let asked = 0;
  for (; !isOver; asked += 1) {
    if (asked % 240 === 0) {
      const input = { email: demoEmail.Administrator, password: demoPassword };
      token = ((await ask(url, login, { input })) as { login: { accessToken: string } }).login.accessToken;
    }
    await ask(url, list, { search: `Class ${asked}` }, token);
    await wait(1_000);
  }
  return asked;
}

async function measure(service: BuiltService): Promise<boolean> {
  const tally = new Tally();
  console.log(`a school of ${children} children…`);
  const school = await fillClasses(service, children, tally);
  const coming = Array.from({ length: minutes * perMinute }, (_, number) => school[number % school.length]);
  const pupils = coming.filter((pupil) => pupil !== undefined);
  const { url } = service;
  const load = schoolDay({ url, pupils, seconds: minutes * 60, recording: recording(), oneIn: oneInRecords });
  const lists = askLists(url, load);
  const by: Memory[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    const memory = await overOneMinute(service);
    by.push(memory);
    if (minute % warmMinutes === 0) console.log(`minute ${minute}: ${line(memory)}`);
  }
  const [{ requests, refusals }, asked] = [await load, await lists];
  console.log(`${pupils.length} lessons, ${requests} requests of children, ${asked} lists of staff`);
  for (const [reason, count] of refusals) console.error(`refused: ${count} times ${reason}`);
  return grewLittle(by) && refusals.size === 0;
}

const line = (memory: Memory): string => measured.map((name) => `${name} ${Math.round(memory[name])} MB`).join(', ');

/** Prints how the memory grew since it was warm; whether it stayed within the limit. */
function grewLittle(by: readonly Memory[]): boolean {
  const [warm, last] = [by[warmMinutes - 1], by.at(-1)];
  if (!warm || !last) throw new Error(`a run takes more than ${warmMinutes} minutes`);
  let held = true;
  for (const name of measured) {
    const growth = last[name] / warm[name];
    console.log(`${name}: ${growth.toFixed(2)} of its memory after ${warmMinutes} minutes`);
    if (growth <= mostGrowth) continue;
    console.error(`missed: ${name} is to hold at most ${mostGrowth} of its memory after ${warmMinutes} minutes`);
    held = false;
  }
  return held;
}

await withBuiltService(async (service) => {
  if (!(await measure(service))) process.exitCode = 1;
});
