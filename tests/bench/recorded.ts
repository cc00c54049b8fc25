import { setTimeout as delay } from 'node:timers/promises';
import { openSession } from '#api/domains/auth/sessions.ts';
import { users } from '#api/ground/db/schema.ts';
import { type RunningApi, startApi } from '#api/app/start.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { eq } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import type { BenchCase } from './api-cases.ts';
import { Asker } from './measure.ts';
import { idOf } from './bench-ids.ts';

/** One statement as the API sends it. */
export interface Statement {
  readonly text: string;
  readonly values: unknown[];
  readonly rowMode?: 'array';
}

/** The API in this process on one of the databases: it signs callers in, and tells which statements a call comes to. */
export interface Recorder {
  readonly api: RunningApi;
  /** The `authorization` header of each caller; for ten minutes. */
  readonly callers: Readonly<Record<BenchCase['as'], string>>;
}

export async function startRecorder(databaseUrl: string, dataDir: string): Promise<Recorder> {
  const api = await startApi(apiSettings({ databaseUrl, dataDir, databasePool: 5 }));
  return { api, callers: { admin: await authorizationOf(api, 0), owner: await authorizationOf(api, 1) } };
}

async function authorizationOf({ services }: RunningApi, number: number): Promise<string> {
  const [member] = await services.db
    .select()
    .from(users)
    .where(eq(users.id, idOf(0, number)));
  if (!member) throw new Error(`nobody has the number ${number}`);
  return `Bearer ${(await openSession(services, member, { remembered: false })).accessToken}`;
}

/** The statements of each case, the check of the caller's session included, by the case's path. */
export async function record({ api, callers }: Recorder, cases: readonly BenchCase[]) {
  const statements: Record<string, Statement[]> = {};
  const { pool } = api.services;
  let heard: Statement[] | undefined;
  const known = new WeakSet<PoolClient>();
  const listen = (client: PoolClient) => {
    if (known.has(client)) return;
    known.add(client);
    const query = client.query.bind(client);
    client.query = ((config: Statement, values: unknown[], ...rest: []) => {
      heard?.push({ text: config.text, values, ...(config.rowMode && { rowMode: config.rowMode }) });
      return query(config, values, ...rest);
    }) as typeof client.query;
  };
  pool.on('acquire', listen);
  const asker = new Asker(api.url, 1);
  // What a server does by itself at its start would be heard among the answers.
  while (await pool.query('select from graphile_worker.jobs').then(({ rowCount }) => rowCount)) await delay(100);
  for (const { path, as } of cases) {
    // What is written at the first look of the day is written by the second, which is what is measured.
    for (let time = 0; time < 2; time += 1) {
      heard = [];
      await asker.get(path, { authorization: callers[as] });
    }
    statements[keyOf({ path, as })] = heard ?? [];
    heard = undefined;
  }
  pool.off('acquire', listen);
  await asker.close();
  return statements;
}

/** Two callers may ask for the same. */
export const keyOf = ({ path, as }: Pick<BenchCase, 'path' | 'as'>): string => `/${as}${path}`;
