import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { migrateDatabase } from '#api/ground/db/migrate.ts';
import { connected, onceForTheRun, ScratchDatabases } from './scratch-database.ts';

export const migrationsFolder = 'api/ground/db/migrations';

/** Databases after the first so many migrations, for one test file, which drops them at its end. */
export class PastDatabases {
  readonly #scratch = new ScratchDatabases();

  /** Resolves to the URL of a new one. */
  async create(count: number): Promise<string> {
    return this.#scratch.create(await pastTemplate(count));
  }

  async drop(): Promise<void> {
    await this.#scratch.drop();
  }
}

/** The name of a database after so many migrations. The run's first caller makes it from the nearest that is there. */
async function pastTemplate(count: number): Promise<string> {
  const ending = `_migrations_for_${process.env.TEST_TEMPLATE ?? ''}`;
  return onceForTheRun(`${count}${ending}`, {
    async template() {
      const { rows } = await connected((client) =>
        client.query<{ name: string }>('select datname as name from pg_database where datname like $1', [`%${ending}`]),
      );
      const counts = rows.map(({ name }) => parseInt(name)).filter((each) => each < count);
      return counts.length === 0 ? 'template1' : `${Math.max(...counts)}${ending}`;
    },
    prepare: (url) => migrateSoFar(url, count),
  });
}

async function migrateSoFar(url: string, count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  try {
    await cp(migrationsFolder, folder, { recursive: true });
    const file = join(folder, 'meta', '_journal.json');
    const journal = z.looseObject({ entries: z.array(z.unknown()) }).parse(JSON.parse(await readFile(file, 'utf8')));
    await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
    await migrateDatabase({ url, migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true });
  }
}
