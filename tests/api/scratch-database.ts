import { Client } from 'pg';
import { newId } from '#api/db/ids.ts';

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

/** Empty databases for one test file, which drops them at its end. */
export class ScratchDatabases {
  readonly #names: string[] = [];
  readonly #roles: string[] = [];

  async create(): Promise<string> {
    const name = `scratch_${newId().replaceAll('-', '')}`;
    await connected((client) => client.query(`create database ${name}`));
    this.#names.push(name);
    const url = new URL(adminUrl ?? '');
    url.pathname = name;
    return url.href;
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
