import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startThrowAwayPostgres } from '#api/ground/db/embedded/throw-away.ts';
import { createLog } from '#api/ground/log.ts';
import { prepareDatabase } from '#api/app/prepare-database.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { administer, databaseUrl } from '#tests/support/template.ts';
import { gatewayCases } from './gateway-cases.ts';
import { restContestant, startContestants, startGateway } from './gateway-contestants.ts';
import { differingLimits, missedInFront, missedInMemory, printRounds, repeatingLimits } from './gateway-report.ts';
import { measureRounds, warmUp } from './gateway-rounds.ts';
import { startApiProcess } from './processes.ts';
import { startRecorder } from './recorded.ts';
import { fillSchool } from './school-data.ts';

const levels = [1, 30, 300];
/** Where what is wanted is measured: a class and its teachers at once. */
const usual = 30;
const rounds = 5;
const stretch = 500;
// V8 goes on optimising for thousands of requests.
const warming = 4_000;

/** Each way to the same answers, from memory: what the gateway itself costs. */
async function measureMemory(folder: string): Promise<boolean> {
  const contestants = await startContestants(folder);
  let missed = false;
  for (const which of gatewayCases) {
    await warmUp({ contestants, which, milliseconds: warming });
    for (const connections of levels) {
      const measured = await measureRounds(rounds, { contestants, which, connections, milliseconds: stretch });
      printRounds(`${which.name} from memory, ${connections} connections`, measured);
      if (which === gatewayCases[0] && connections === usual) missed = missedInMemory(measured, repeatingLimits);
    }
  }
  console.log('\nMemory after all that');
  for (const { name, server } of contestants)
    console.log(`${name}: ${Math.round((await server.memory()) / 1024 ** 2)} MB`);
  await Promise.all(contestants.map(({ server }) => server.stop()));
  return missed;
}

/** The same where no answer comes twice, so that the gateway has to read each of them. */
async function measureChanging(folder: string): Promise<boolean> {
  const contestants = await startContestants(folder, { changing: true });
  let missed = false;
  for (const which of gatewayCases) {
    await warmUp({ contestants, which, milliseconds: warming });
    const options = { contestants, which, connections: usual, milliseconds: 2 * stretch };
    const measured = await measureRounds(2 * rounds, options);
    printRounds(`${which.name} from memory, another each time, ${usual} connections`, measured);
    missed = missedInMemory(measured, differingLimits(which.rest.length)) || missed;
  }
  await Promise.all(contestants.map(({ server }) => server.stop()));
  return missed;
}

/** In front of the API itself on PostgreSQL, where a page of classes is work. */
async function measureReal(folder: string): Promise<boolean> {
  const postgres = await startThrowAwayPostgres();
  try {
    await administer(postgres.url, 'create database school');
    const url = databaseUrl(postgres.url, 'school');
    const dataDir = join(folder, 'school');
    await prepareDatabase(apiSettings({ databaseUrl: url, dataDir }), createLog('error'));
    await fillSchool(url, { users: 1_000, classes: 200 });
    const { api: signsIn, callers } = await startRecorder(url, dataDir);
    const staff = { authorization: callers.admin };
    const api = await startApiProcess(url, dataDir);
    const gateway = await startGateway(api.url, staff, folder);
    const contestants = [restContestant(api, staff), gateway];
    let missed = false;
    for (const which of gatewayCases.filter(({ asStaff }) => asStaff)) {
      await warmUp({ contestants, which, milliseconds: warming });
      const options = { contestants, which, connections: usual, milliseconds: 2 * stretch };
      const measured = await measureRounds(2 * rounds, options);
      printRounds(`${which.name} from the API on PostgreSQL, ${usual} connections`, measured);
      missed ||= missedInFront(measured);
    }
    await Promise.all([gateway.server.stop(), api.stop(), signsIn.close()]);
    return missed;
  } finally {
    await postgres.stop();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'manabook-bench-'));
try {
  const missed = [await measureMemory(folder)];
  missed.push(await measureChanging(folder));
  missed.push(await measureReal(folder));
  if (missed.includes(true)) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
