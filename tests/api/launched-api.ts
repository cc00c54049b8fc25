import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { users } from '#api/ground/db/schema.ts';
import { openFirstRun } from '#api/app/setup/first-run.ts';
import { type RunningApi, startApi } from '#api/app/start.ts';
import { problem } from '#schema/problem.ts';
import { firstRun, setUpSchool } from '#schema/rest/setup.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { ScratchDatabases } from './scratch-database.ts';
import { send } from './school.ts';

const password = 'quiet river stones';

/** The values that set up a school, without the link's token. */
export const firstSchool = {
  schoolName: 'ひまわり小学校',
  language: 'jp',
  firstName: '彩',
  lastName: '佐藤',
  email: 'aya@himawari.example.jp',
  password,
  confirmPassword: password,
};

export const tokenIn = (link: string | undefined): string =>
  /^http:\/\/localhost:4000\/first-run#token=(.+)$/.exec(link ?? '')?.[1] ?? '';
export const errorsOf = (answer: { body: unknown }) => problem.parse(answer.body).errors;
export const messageOf = (answer: { body: unknown }): string | undefined => problem.parse(answer.body).messageKey;

interface LaunchedApi {
  readonly services: RunningApi['services'];
  /** The settings file. */
  readonly file: string;
  /** How often the launcher was asked to restart the servers. */
  readonly restarts: () => number;
  /** Whether the launcher has died. */
  readonly loseLauncher: (gone: boolean) => void;
  readonly look: () => ReturnType<typeof send>;
  readonly setUp: (over: Record<string, unknown>) => ReturnType<typeof send>;
  /** How many users there are. */
  readonly rows: () => Promise<number>;
}

/** An API that a launcher started with this environment, without users. */
export async function withLauncher(
  env: Readonly<Record<string, string>>,
  work: (api: LaunchedApi) => Promise<void>,
): Promise<void> {
  const scratch = new ScratchDatabases();
  const dataDir = await mkdtemp(join(tmpdir(), 'manabook-launched-'));
  const databaseUrl = await scratch.createPrepared();
  const settings = apiSettings({ databaseUrl, dataDir });
  let restarts = 0;
  let gone = false;
  const launcher = {
    env: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...env },
    restart: () => {
      if (gone) throw new Error('Channel closed');
      restarts += 1;
    },
  };
  const api = await startApi(settings, { launcher });
  const { url, services } = api;
  const token = tokenIn(await openFirstRun(services));
  try {
    await work({
      services,
      file: join(dataDir, 'settings.env'),
      restarts: () => restarts,
      loseLauncher: (lost) => void (gone = lost),
      look: () => send({ apiUrl: url }, firstRun, { query: { token } }),
      setUp: (over) => send({ apiUrl: url }, setUpSchool, { body: { token, ...firstSchool, ...over } }),
      rows: async () => (await services.db.select().from(users)).length,
    });
  } finally {
    await api.close();
    await scratch.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
