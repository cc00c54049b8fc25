import { openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Pool } from 'pg';
import { startThrowAwayPostgres } from '#api/ground/db/embedded/throw-away.ts';
import { prepareDatabase } from '#api/app/prepare-database.ts';
import { createLog } from '#api/ground/log.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { administer, databaseUrl } from '#tests/support/template.ts';
import { Connections, type Load, requestText } from './connections.ts';
import { answersToo, startBeside } from './floor-beside.ts';
import { type FloorCase, headersOf } from './floor-case.ts';
import { floorCases } from './floor-cases.ts';
import { addFloorRows, authorizationOf, type FloorCallers } from './floor-rows.ts';
import { middle } from './gateway-rounds.ts';
import { spending } from './processor-time.ts';
import { type Server, startApiProcess, startServer } from './processes.ts';
import { StaffSession } from './sign-in.ts';

/** Wanted of the API: at least this share of the floor's answers a second (issue 20). */
const least = 0.5;

/** A number of requests at once. Each contestant answers them in so many rounds of so many milliseconds. */
interface Level {
  readonly connections: number;
  readonly rounds: number;
  readonly stretch: number;
}

/** Where what is wanted is measured. */
const usual: Level = { connections: 30, rounds: 3, stretch: 700 };
const levels: readonly Level[] = [
  { connections: 1, rounds: 1, stretch: 400 },
  usual,
  { connections: 300, rounds: 1, stretch: 400 },
];
/** For a case that looks too slow: the share of three rounds may be a tenth off. */
const surely: Level = { ...usual, rounds: 9 };
const warming = 1_500;
/** Before the first case, in milliseconds, so that V8 has compiled the code that all cases share. */
const warmingOfAll = 6_000;

interface Contestant {
  readonly name: string;
  readonly server: Server;
  readonly callers: Pick<FloorCallers, 'staff'> & Partial<FloorCallers>;
}

/** The API of another checkout, and the session of its administrator. */
interface Beside {
  readonly server: Server;
  readonly staff: StaffSession;
}

interface Manner {
  /** Another checkout of the product, measured beside this one. */
  readonly beside?: string | undefined;
  /** Only the cases whose names hold one of these. */
  readonly named: readonly string[];
}

/** What a stretch of load came to, with processor time in milliseconds for each answer. */
interface Measured extends Load {
  readonly node: number;
  readonly postgres: number;
}

/** What every contestant came to for one case at one level, round by round. */
type Rounds = Readonly<Record<string, readonly Measured[]>>;

/** What one case came to at each level, in their order. */
interface CaseRounds {
  readonly which: FloorCase;
  readonly atLevels: readonly Rounds[];
}

const besideOf = async (server: Server): Promise<Beside> => ({ server, staff: await StaffSession.open(server.url) });

/** The other checkout as a contestant, if it answers the case: it may know it by other ids. */
async function besideFor(other: Beside | undefined, which: FloorCase): Promise<Contestant[]> {
  if (!other) return [];
  const { server } = other;
  const staff = await other.staff.authorization();
  return (await answersToo(server.url, staff, which)) ? [{ name: 'beside', server, callers: { staff } }] : [];
}

/** Measures the API, on the demo school, beside one prepared statement for each answer; whether it is too slow. */
export async function measureFloor({ beside, named }: Manner): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'manabook-bench-'));
  const postgres = await startThrowAwayPostgres();
  try {
    await administer(postgres.url, 'create database demo');
    const url = databaseUrl(postgres.url, 'demo');
    const settings = apiSettings({ databaseUrl: url, dataDir: folder });
    await prepareDatabase(settings, createLog('error'));
    const log = openSync(join(folder, 'log'), 'w');
    const manner = { LOG_LEVEL: 'info', MANABOOK_ROOT: resolve('.') };
    const api = await startApiProcess(url, folder, manner, { stdout: log });
    const other =
      beside === undefined
        ? undefined
        : await besideOf(await startBeside({ root: beside, adminUrl: postgres.url, folder, stdout: log }));
    const staff = await StaffSession.open(api.url);
    const pool = new Pool({ connectionString: url, max: 1 });
    const { child } = await addFloorRows(api.url, await staff.authorization(), pool);
    // A bulk of deletions leaves statistics of no row behind.
    await pool.query('analyze');
    const cases = await floorCases(pool, settings);
    await pool.end();
    const floor = await startServer('tests/bench/floor-server.ts', { DATABASE_URL: url }, cases);
    const measured: CaseRounds[] = [];
    for (const which of cases.filter(({ name }) => isNamed(name, named))) {
      const callers = { staff: await staff.authorization(), child };
      const contestants = [
        { name: 'floor', server: floor, callers },
        { name: 'API', server: api, callers },
        ...(await besideFor(other, which)),
      ];
      const asking = { which, postgres: postgres.pid };
      if (measured.length === 0) await askByTurns(contestants, asking, { ...usual, rounds: 1, stretch: warmingOfAll });
      measured.push(await measureCase(contestants, asking));
    }
    await Promise.all([floor, api, ...(other ? [other.server] : [])].map((server) => server.stop()));
    return printFloor(measured);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const isNamed = (name: string, named: readonly string[]): boolean =>
  named.length === 0 || named.some((part) => name.includes(part));

interface Asking {
  readonly which: FloorCase;
  /** Its process. */
  readonly postgres: number;
}

async function measureCase(contestants: readonly Contestant[], asking: Asking): Promise<CaseRounds> {
  await askByTurns(contestants, asking, { ...usual, rounds: 1, stretch: warming });
  const atLevels: Rounds[] = [];
  for (const level of levels) {
    const rounds = await askByTurns(contestants, asking, level);
    const looksSlow = level === usual && share(rounds, 'API', 'floor') < least;
    atLevels.push(looksSlow ? await askByTurns(contestants, asking, surely) : rounds);
  }
  return { which: asking.which, atLevels };
}

/** By turns, so that whatever else the machine does meets all of them. */
async function askByTurns(
  contestants: readonly Contestant[],
  { which: { path, as }, postgres }: Asking,
  { connections, rounds, stretch }: Level,
): Promise<Rounds> {
  const measured: Record<string, Measured[]> = {};
  for (let round = 0; round < rounds; round += 1)
    for (const { name, server, callers } of contestants) {
      const request = requestText(path, headersOf(as, authorizationOf(callers, as)));
      const open = await Connections.open(server.url, connections);
      const pids = { node: server.pid, postgres };
      const { result, spent } = await spending(pids, () => open.load([request], stretch));
      open.close();
      const answers = result.perSecond * spent.seconds;
      const each = (process: keyof typeof pids) => ((spent.processor[process] ?? 0) * 1000) / answers;
      (measured[name] ??= []).push({ ...result, node: each('node'), postgres: each('postgres') });
    }
  return measured;
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** Prints each case's answers a second and times, and how the API stands to the floor; whether any share is too small. */
function printFloor(measured: readonly CaseRounds[]): boolean {
  console.log("\nThe demo school; the floor is one prepared statement behind Node's HTTP.");
  console.log('Milliseconds of processor for each answer: Node + PostgreSQL.');
  let isWeak = false;
  for (const [at, level] of levels.entries()) {
    const cases = measured.map(({ which, atLevels }) => ({ which, loads: atLevels[at] ?? {} }));
    console.log(`\n${level.connections} at once`);
    console.table(Object.fromEntries(cases.map(({ which, loads }) => [`${which.group} · ${which.name}`, row(loads)])));
    if (level !== usual) continue;
    for (const { which, loads } of cases) {
      const reached = share(loads, 'API', 'floor');
      if (reached >= least) continue;
      isWeak = true;
      console.error(`less than ${least} of the floor: ${which.name}, ${rounded(reached)}`);
    }
  }
  return isWeak;
}

function row(loads: Rounds) {
  const of = (name: string, value: (load: Measured) => number) => rounded(middle((loads[name] ?? []).map(value)));
  const processor = (name: string) =>
    Object.values({ node: of(name, ({ node }) => node), postgres: of(name, ({ postgres }) => postgres) }).join(' + ');
  const besides = loads.beside && {
    'beside/s': Math.round(of('beside', ({ perSecond }) => perSecond)),
    'beside / floor': rounded(share(loads, 'beside', 'floor')),
    'API / beside': rounded(share(loads, 'API', 'beside')),
    'beside ms': processor('beside'),
  };
  return {
    'floor/s': Math.round(of('floor', ({ perSecond }) => perSecond)),
    'API/s': Math.round(of('API', ({ perSecond }) => perSecond)),
    'API p50': of('API', ({ times }) => times.p50),
    'API p99': of('API', ({ times }) => times.p99),
    'API / floor': rounded(share(loads, 'API', 'floor')),
    'floor ms': processor('floor'),
    'API ms': processor('API'),
    ...besides,
  };
}

/** How one stands to another in the middle round: the same round met the same machine. */
function share(loads: Rounds, one: string, other: string): number {
  const others = loads[other] ?? [];
  return middle((loads[one] ?? []).map(({ perSecond }, round) => perSecond / (others[round]?.perSecond ?? Number.NaN)));
}
