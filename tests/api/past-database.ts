import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { migrateDatabase } from '#api/ground/db/migrate.ts';
import { ScratchDatabases } from './scratch-database.ts';

export const migrationsFolder = 'api/ground/db/migrations';

/** A database after the first so many migrations, for one test file, which drops all of them at its end. */
export class PastDatabases {
  readonly #scratch = new ScratchDatabases();
  readonly #folders: string[] = [];

  /** Resolves to the URL of a new one. */
  async create(count: number): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
    this.#folders.push(folder);
    await cp(migrationsFolder, folder, { recursive: true });
    const file = join(folder, 'meta', '_journal.json');
    const journal = z.looseObject({ entries: z.array(z.unknown()) }).parse(JSON.parse(await readFile(file, 'utf8')));
    await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
    const url = await this.#scratch.create();
    await migrateDatabase({ url, migrationsFolder: folder });
    return url;
  }

  async drop(): Promise<void> {
    await this.#scratch.drop();
    for (const folder of this.#folders) await rm(folder, { recursive: true });
  }
}
