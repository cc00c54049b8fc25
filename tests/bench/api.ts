import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Pool } from 'pg';
import { startThrowAwayPostgres } from '#api/ground/db/embedded/throw-away.ts';
import { createLog } from '#api/ground/log.ts';
import { prepareDatabase } from '#api/app/prepare-database.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { administer, databaseUrl } from '#tests/support/template.ts';
import { type BenchCase, benchCases } from './api-cases.ts';
import { type CaseTimes, grewTooMuch, printThroughput, printTimes } from './api-report.ts';
import { measureFloor } from './floor.ts';
import { Asker, throughput, timed, timesOf } from './measure.ts';
import { startApiProcess, startBareProcess } from './processes.ts';
import { keyOf, record, type Recorder, startRecorder, type Statement } from './recorded.ts';
import { fillSchool, type SchoolSize } from './school-data.ts';

const sizes = { small: { users: 1_000, classes: 200 }, large: { users: 1_000_000, classes: 20_000 } };
// As many rounds as fit into two minutes, so that a slow machine gets an answer too.
const rounds = 30;
const surely = 200;
const measuring = 120_000;
const askers = 16;
const loadMilliseconds = 1_500;
const loadRounds = 5;
const loaded = ['users', 'users: tanaka', 'users by name asc', 'classes', 'a user', 'a class'];

/** One of the two schools: the API in a process of its own, and who may ask it. */
interface School {
  readonly ask: (which: BenchCase) => Promise<string>;
  readonly recorder: Recorder;
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

async function startSchool(adminUrl: string, folder: string, name: string, size: SchoolSize): Promise<School> {
  await administer(adminUrl, `create database ${name}`);
  const url = databaseUrl(adminUrl, name);
  const dataDir = join(folder, name);
  await prepareDatabase(apiSettings({ databaseUrl: url, dataDir }), createLog('error'));
  const filling = await timed(() => fillSchool(url, size));
  console.log(`${name}: ${size.users} users, ${size.classes} classes, made in ${Math.round(filling / 1000)} s`);
  const recorder = await startRecorder(url, dataDir);
  const server = await startApiProcess(url, dataDir);
  const asker = new Asker(server.url, askers);
  return {
    ask: ({ path, as }) => asker.get(path, { authorization: recorder.callers[as] }),
    recorder,
    databaseUrl: url,
    async stop() {
      await asker.close();
      await server.stop();
      await recorder.api.close();
    },
  };
}

/** Small, large and bare SQL by turns, so that whatever else the machine does meets all three. */
async function measureCases(
  small: School,
  large: School,
  statements: Record<string, Statement[]>,
): Promise<CaseTimes[]> {
  const pool = new Pool({ connectionString: large.databaseUrl, max: 1 });
  const measured = benchCases.map((which) => {
    const runSql = async () => {
      for (const statement of statements[keyOf(which)] ?? []) await pool.query(statement);
    };
    const runs = { small: () => small.ask(which), large: () => large.ask(which), sql: runSql };
    return { which, runs, samples: { small: [] as number[], large: [] as number[], sql: [] as number[] } };
  });
  async function gather(chosen: typeof measured, most: number): Promise<void> {
    const start = performance.now();
    for (let round = -1; round < most && (round < 5 || performance.now() - start < measuring); round += 1)
      for (const { runs, samples } of chosen)
        for (const kind of ['small', 'large', 'sql'] as const) {
          const time = await timed(runs[kind]);
          // The first ones warm caches up.
          if (round >= 0) samples[kind].push(time);
        }
  }
  const timesOfCase = ({ which: { group, name }, samples }: (typeof measured)[number]): CaseTimes => ({
    group,
    name,
    small: timesOf(samples.small),
    large: timesOf(samples.large),
    sql: timesOf(samples.sql),
  });
  await gather(measured, rounds);
  // The 95th of a hundred is the second longest of thirty: what looks too slow by so few is asked until they are enough.
  await gather(
    measured.filter((one) => grewTooMuch(timesOfCase(one))),
    surely,
  );
  await pool.end();
  return measured.map(timesOfCase);
}

async function measureThroughput(large: School, statements: Record<string, Statement[]>) {
  const server = await startBareProcess(large.databaseUrl, statements);
  const bareAsker = new Asker(server.url, askers);
  const results: Record<string, { api: number; bare: number }> = {};
  for (const which of benchCases.filter(({ name }) => loaded.includes(name))) {
    const sums = { api: 0, bare: 0 };
    for (let round = -1; round < loadRounds; round += 1) {
      const api = await throughput(() => large.ask(which), askers, loadMilliseconds);
      const bare = await throughput(() => bareAsker.get(keyOf(which)), askers, loadMilliseconds);
      // The first one warms both up.
      if (round < 0) continue;
      sums.api += api / loadRounds;
      sums.bare += bare / loadRounds;
    }
    results[which.name] = sums;
  }
  await bareAsker.close();
  await server.stop();
  return results;
}

/**
 * `npm run bench:api -- floor` measures the floors alone, `-- schools` the two schools alone; of the floors,
 * `--beside FOLDER` measures another checkout too, `--only NAME` some cases.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    beside: { type: 'string' },
    only: { type: 'string', multiple: true },
  },
});

if (!positionals.includes('schools')) await measureFloors();
if (!positionals.includes('floor')) await measureSchools();

async function measureFloors(): Promise<void> {
  if (await measureFloor({ beside: options.beside, named: options.only ?? [] })) process.exitCode = 1;
}

async function measureSchools(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'manabook-bench-'));
  const server = await startThrowAwayPostgres();
  try {
    const small = await startSchool(server.url, folder, 'small', sizes.small);
    const large = await startSchool(server.url, folder, 'large', sizes.large);
    const statements = await record(large.recorder, benchCases);
    const slow = printTimes(await measureCases(small, large, statements));
    const weak = printThroughput(await measureThroughput(large, statements));
    await Promise.all([small.stop(), large.stop()]);
    if (slow || weak) process.exitCode = 1;
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
