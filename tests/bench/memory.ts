import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ask } from '#tests/cluster/load.ts';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import { type BuiltService, withBuiltService } from './built-service.ts';
import { schoolDay } from './load-phases.ts';
import { fillClasses } from './load-school.ts';
import { recording } from './load-works.ts';
import { middle } from './gateway-rounds.ts';
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
interface Memory {
  /** Megabytes of the machine, with garbage that waits to be collected. */
  readonly resident: number;
  /** Megabytes without it; collected at the beginning and the end alone, since pages of memory go with it. */
  readonly held?: number;
}
type Memories = Readonly<Record<(typeof measured)[number], Memory>>;

/** Megabytes that a process holds, as Linux tells of it. */
async function resident(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** The middle of a minute's samples, since collecting garbage makes single ones jump. */
async function overOneMinute({ pids, held }: BuiltService, isEdge: boolean): Promise<Memories> {
  const samples: Record<(typeof measured)[number], number>[] = [];
  for (let second = 0; second < 60; second += 1) {
    samples.push({ gateway: await resident(pids.gateway), api: await resident(pids.api) });
    await wait(1_000);
  }
  const memoryOf = async (name: (typeof measured)[number]): Promise<Memory> => ({
    resident: middle(samples.map((sample) => sample[name])),
    ...(isEdge ? { held: (await held[name]()) / 2 ** 20 } : {}),
  });
  return { gateway: await memoryOf('gateway'), api: await memoryOf('api') };
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
  const by: Memories[] = [];
  for (let minute = warmMinutes; minute <= minutes; minute += warmMinutes) {
    await wait((warmMinutes - 1) * 60_000);
    const memories = await overOneMinute(service, minute === warmMinutes || minute + warmMinutes > minutes);
    by.push(memories);
    console.log(`minute ${minute}: ${line(memories)}`);
  }
  const [{ requests, refusals }, asked] = [await load, await lists];
  console.log(`${pupils.length} lessons, ${requests} requests of children, ${asked} lists of staff`);
  for (const [reason, count] of refusals) console.error(`refused: ${count} times ${reason}`);
  return grewLittle(by) && refusals.size === 0;
}

const line = (memories: Memories): string =>
  measured
    .map((name) => {
      const { resident, held } = memories[name];
      return `${name} ${Math.round(resident)} MB${held === undefined ? '' : `, of which it holds ${held.toFixed(1)}`}`;
    })
    .join('; ');

/** Prints how the memory grew since it was warm; whether what is held stayed within the limit. */
function grewLittle(by: readonly Memories[]): boolean {
  const [warm, last] = [by[0], by.at(-1)];
  if (!warm || !last || warm === last) throw new Error(`a run takes ${2 * warmMinutes} minutes or more`);
  let within = true;
  for (const name of measured) {
    const growth = {
      resident: last[name].resident / warm[name].resident,
      held: (last[name].held ?? Number.NaN) / (warm[name].held ?? Number.NaN),
    };
    console.log(
      `${name}, of minute ${warmMinutes}: resident ${growth.resident.toFixed(2)}, held ${growth.held.toFixed(2)}`,
    );
    if (growth.held <= mostGrowth) continue;
    console.error(`missed: ${name} is to hold at most ${mostGrowth} of what it held after ${warmMinutes} minutes`);
    within = false;
  }
  return within;
}

await withBuiltService(async (service) => {
  if (!(await measure(service))) process.exitCode = 1;
});
