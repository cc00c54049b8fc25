import { eq } from 'drizzle-orm';
import { sweepMedia } from '#api/domains/media/sweep.ts';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaveDemo } from '#api/app/demo/leave.ts';
import { lockClasses } from '#api/ground/db/advisory-locks.ts';
import { newId } from '#api/ground/db/ids.ts';
import { keepMaintenance } from '#api/ground/db/maintenance-runs.ts';
import { passkeys, providerIdentities, schools, secondFactors, users } from '#api/ground/db/schema.ts';
import { type OpenServices, openServices } from '#api/app/open-services.ts';
import { readSettings, type Settings } from '#api/ground/settings/settings.ts';
import { type RunningApi, startApi } from '#api/app/start.ts';
import { authInfo } from '#schema/rest/auth-info.ts';
import { login, refreshToken } from '#schema/rest/auth.ts';
import { classes } from '#schema/rest/classes.ts';
import { passkeyLogin } from '#schema/rest/passkeys.ts';
import { askedToSignIn, givePasskey } from '#tests/support/passkeys.ts';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import { giveSecondFactor } from '#tests/support/second-factor.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { giveProvider } from '#tests/support/sign-in-provider.ts';
import { administer, cloneDatabase, databaseName, databaseUrl } from '#tests/support/template.ts';
import { connected } from './scratch-database.ts';
import { send } from './school.ts';

const adminUrl = process.env.TEST_DATABASE_URL ?? '';
const demo = databaseName('demo');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabook-leave-'));
  await cloneDatabase(adminUrl, demo);
  await cp(join(process.env.TEST_TEMPLATE_DATA ?? '', 'media'), join(folder, 'media'), { recursive: true });
});
afterAll(async () => {
  await administer(adminUrl, `drop database if exists ${demo} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

const settingsOf = (name: string, over: Partial<Settings> = {}) =>
  apiSettings({ databaseUrl: databaseUrl(adminUrl, name), dataDir: folder, ...over });

async function serving<Result>(
  over: { demoSignIn?: boolean; jobsInApi?: boolean },
  work: (api: RunningApi) => Promise<Result>,
) {
  const api = await startApi(settingsOf(demo, over));
  try {
    return await work(api);
  } finally {
    await api.close();
  }
}

async function withDemo<Result>(work: (services: OpenServices['services']) => Promise<Result>): Promise<Result> {
  const opened = await openServices(settingsOf(demo));
  try {
    return await work(opened.services);
  } finally {
    await opened.close();
  }
}

const signIn = (api: RunningApi, email: string, password = demoPassword) =>
  send({ apiUrl: api.url }, login, { body: { email, password } });

/** The rows of every table that has any, the queue's own among them. */
const rowCounts = (name: string): Promise<Record<string, number>> =>
  connected(
    async (client) => {
      const { rows: tables } = await client.query<{ name: string }>(
        `select schemaname || '.' || tablename as name from pg_tables
         where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
      );
      const counts: Record<string, number> = {};
      for (const table of tables) {
        const { rows } = await client.query<{ rows: number }>(`select count(*)::int as rows from ${table.name}`);
        if (rows[0]?.rows !== 0) counts[table.name] = rows[0]?.rows ?? -1;
      }
      return counts;
    },
    databaseUrl(adminUrl, name),
  );

/** The number of workers with a presence lock. */
const workersOf = (name: string): Promise<number | null> =>
  connected(async (client) => {
    const { rowCount } = await client.query(
      `select from pg_locks join pg_database d on d.oid = database
       where locktype = 'advisory' and classid = $1 and granted and datname = $2`,
      [lockClasses.workers, name],
    );
    return rowCount;
  });

describe('the demo accounts', () => {
  test.each([
    [{}, false],
    [{ DEMO_DATA: 'on' }, true],
    [{ DEMO_DATA: 'on', PUBLIC_URL: 'http://127.0.0.1:4000' }, true],
    [{ DEMO_DATA: 'on', PUBLIC_URL: 'http://[::1]:4000' }, true],
    [{ DEMO_DATA: 'on', PUBLIC_URL: 'https://books.example.org' }, false],
    [{ DEMO_DATA: 'on', PUBLIC_URL: 'http://localhost.example.org' }, false],
    [{ DEMO_DATA: 'on', PUBLIC_URL: 'http://192.168.1.20:4000' }, false],
    [{ DEMO_DATA: 'on', PUBLIC_URL: 'http://192.168.1.20:4000', DEMO_SIGN_IN: 'on' }, true],
    [{ DEMO_DATA: 'on', DEMO_SIGN_IN: 'off' }, false],
    [{ DEMO_DATA: 'off', DEMO_SIGN_IN: 'on' }, false],
  ])('with %o can sign in: %s', (env, expected) => {
    expect(readSettings({ DATABASE_URL: 'postgresql://db/x', ...env }).demoSignIn).toBe(expected);
  });

  test('sign in no more where they may not, and what they held has ended', async () => {
    const held = await serving({ demoSignIn: true }, async (api) => {
      const answer = await signIn(api, demoEmail.SuperAdmin).expect(200);
      return authInfo.parse(answer.body);
    });
    await serving({ demoSignIn: false }, async (api) => {
      const refused = await signIn(api, demoEmail.SuperAdmin);
      expect(refused.status).toBe(403);
      expect(refused.body).toMatchObject({ messageKey: 'messages.demoSignInOff' });
      expect((await signIn(api, demoEmail.SuperAdmin, 'a wrong password')).status).toBe(401);
      await send({ apiUrl: api.url }, classes, { token: held.accessToken }).expect(401);
      await send({ apiUrl: api.url }, refreshToken, { body: { refreshToken: held.refreshToken } }).expect(401);
    });
  });

  test('sign in by no passkey either, and lose the one that somebody with the public password added', async () => {
    const byPasskey = async (api: RunningApi, { authenticator }: Awaited<ReturnType<typeof givePasskey>>) =>
      send({ apiUrl: api.url }, passkeyLogin, { body: authenticator.sign(await askedToSignIn(api.services)) });
    const idIn = async ({ services }: RunningApi) => {
      const [account] = await services.db.select().from(users).where(eq(users.email, demoEmail.Administrator));
      return account?.id ?? '';
    };
    await serving({ demoSignIn: true }, async (api) => {
      const id = await idIn(api);
      const passkey = await givePasskey(api.services, id);
      await giveSecondFactor(api.services, id);
      const { id: schoolId } = (await api.services.db.select().from(schools).limit(1))[0] ?? { id: '' };
      const { id: providerId } = await giveProvider(api.services, { schoolId });
      await api.services.db.insert(providerIdentities).values({ id: newId(), providerId, subject: id, userId: id });
      expect((await byPasskey(api, passkey)).status).toBe(200);
    });
    await serving({ demoSignIn: false }, async (api) => {
      const id = await idIn(api);
      for (const table of [passkeys, secondFactors, providerIdentities])
        expect(await api.services.db.$count(table, eq(table.userId, id))).toBe(0);
      const refused = await byPasskey(api, await givePasskey(api.services, id));
      expect([refused.status, refused.body]).toMatchObject([403, { messageKey: 'messages.demoSignInOff' }]);
    });
  });

  test('are known by their password under another address too', async () => {
    await connected(
      (client) => client.query(`update users set email = 'head@school.test' where email = $1`, [demoEmail.SuperAdmin]),
      databaseUrl(adminUrl, demo),
    );
    await serving({ demoSignIn: false }, async (api) => {
      expect((await signIn(api, 'head@school.test')).status).toBe(403);
    });
  });
});

describe('leaving the demo', () => {
  test('is refused while a server runs, and removes nothing', async () => {
    await serving({ demoSignIn: true }, async (api) => {
      await expect.poll(() => workersOf(demo)).toBe(1);
      await expect(leaveDemo(api.services)).rejects.toThrow('Manabook is running on this database. Stop it first');
    });
    expect((await rowCounts(demo))['public.users']).toBeGreaterThan(0);
  });

  test('is refused while an API without jobs runs, and removes nothing', async () => {
    await serving({ jobsInApi: false }, () =>
      withDemo((services) =>
        expect(leaveDemo(services)).rejects.toThrow('Manabook is running on this database. Stop it first'),
      ),
    );
    expect((await rowCounts(demo))['public.users']).toBeGreaterThan(0);
  });

  test('keeps no row, no file, no mail and no job of it, in no table', async () => {
    const before = await rowCounts(demo);
    const { files, left, signs } = await withDemo(async (services) => {
      await services.mailer.send(letter);
      await services.jobs.add(services.db, sweepMedia, {});
      const run = { kind: 'sweep', startedAt: new Date(), outcome: 'done', details: {} } as const;
      await keepMaintenance(services.db, run);
      const gone = await leaveDemo(services);
      const keys: string[] = [];
      for await (const { key } of services.storage.list()) keys.push(key);
      return { ...gone, left: keys, signs: services.secrets.current('accountLinks').id };
    });
    expect(files).toBeGreaterThan(50);
    expect(left).toEqual([]);
    expect(await readdir(folder)).not.toContain('outbox');
    // Every other table must be empty; a new exception needs a reason here.
    const kept = [
      'drizzle.__drizzle_migrations',
      // When the nightly job was last added.
      'graphile_worker._private_known_crontabs',
      'graphile_worker._private_tasks',
      'graphile_worker.migrations',
      'public.installation',
      'public.secrets',
      'public.signing_keys',
    ];
    const after = await rowCounts(demo);
    expect(Object.keys(after).filter((table) => !kept.includes(table))).toEqual([]);
    for (const table of ['public.installation', 'public.secrets', 'public.signing_keys'])
      expect([table, after[table]]).toEqual([table, before[table]]);
    // Tokens signed meanwhile stay valid, such as the invitation that setup prints.
    expect(await withDemo(async ({ secrets }) => secrets.current('accountLinks').id)).toBe(signs);
  });

  test('happens once: what holds no demo is left alone', async () => {
    await withDemo((services) =>
      expect(leaveDemo(services)).rejects.toThrow('This database has no demo school. Nothing was removed.'),
    );
  });
});

const letter = {
  id: 'to-leave',
  to: { name: 'Aya', address: 'aya@demo.test' },
  language: 'en',
  subject: 'Hello',
  greeting: 'Hello',
  before: [],
  button: 'Open',
  link: 'http://localhost:4000/',
  after: [],
} as const;
