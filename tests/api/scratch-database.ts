import { tmpdir } from 'node:os';
import { Client } from 'pg';
import { newId } from '#api/ground/db/ids.ts';
import { createLog } from '#api/ground/log.ts';
import { prepareDatabase } from '#api/app/prepare-database.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { cloneDatabase } from '#tests/support/template.ts';

const adminUrl = process.env.TEST_DATABASE_URL;

/** Runs `work` on a connection of its own; without a URL, on the test cluster's administration database. */
export async function connected<Result>(work: (client: Client) => Promise<Result>, url = adminUrl): Promise<Result> {
  if (!url) throw new Error('TEST_DATABASE_URL must name a throw-away PostgreSQL cluster');
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function addressOf(name: string): string {
  const url = new URL(adminUrl ?? '');
  url.pathname = name;
  return url.href;
}

// An advisory lock's key that nothing else on the cluster uses.
const preparing = 7_232_090;

interface Template {
  /** The name of the database that it begins as a copy of. */
  readonly template: () => Promise<string>;
  readonly prepare: (url: string) => Promise<void>;
}

/** The name of a database that the first caller of the run makes, and the others only copy. */
export function onceForTheRun(name: string, { template, prepare }: Template): Promise<string> {
  return connected(async (client) => {
    await client.query('select pg_advisory_lock($1)', [preparing]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1) return name;
    const unfinished = `preparing_${newId().replaceAll('-', '')}`;
    await cloneDatabase(adminUrl ?? '', unfinished, await template());
    await prepare(addressOf(unfinished));
    await client.query(`alter database ${unfinished} rename to "${name}"`);
    return name;
  });
}

/** The name of a database with our tables and nobody in it. */
function preparedTemplate(): Promise<string> {
  // The run's own: another run on the same cluster may have other migrations.
  return onceForTheRun(`prepared_for_${process.env.TEST_TEMPLATE ?? ''}`, {
    template: () => Promise.resolve('template1'),
    prepare: (url) => prepareDatabase(apiSettings({ databaseUrl: url, dataDir: tmpdir() }), createLog('silent')),
  });
}

/** Databases for one test file, which drops them at its end. */
export class ScratchDatabases {
  readonly #names: string[] = [];
  readonly #roles: string[] = [];

  /** An empty one. */
  async create(template = 'template1'): Promise<string> {
    const name = `scratch_${newId().replaceAll('-', '')}`;
    await cloneDatabase(adminUrl ?? '', name, template);
    this.#names.push(name);
    return addressOf(name);
  }

  /** One as `npm run migrate` leaves it, of an installation of its own. */
  async createPrepared(): Promise<string> {
    const url = await this.create(await preparedTemplate());
    await connected((client) => client.query('update installation set id = gen_random_uuid()'), url);
    return url;
  }

  /** One whose address is that of its owner, an ordinary role, as operators make it. */
  async createOwned(): Promise<string> {
    const url = new URL(await this.create());
    const name = url.pathname.slice(1);
    await connected(async (client) => {
      await client.query(`create role ${name} login password 'its own'`);
      await client.query(`alter database ${name} owner to ${name}`);
    });
    this.#roles.push(name);
    url.username = name;
    url.password = 'its own';
    return url.href;
  }

  async drop(): Promise<void> {
    await connected(async (client) => {
      for (const name of this.#names) await client.query(`drop database if exists ${name} with (force)`);
      for (const name of this.#roles) await client.query(`drop role ${name}`);
    });
  }
}
