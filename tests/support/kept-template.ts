import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startThrowAwayPostgres } from '#api/ground/db/embedded/throw-away.ts';
import { fingerprint } from '#launch/stamps.ts';
import { temporaryPlace } from '#launch/temporary-places.ts';
import { dayFromNow } from './teaching.ts';
import { buildTemplate } from './template.ts';
import { makeOwnFolder, removeUnused, useFolder } from './used-folders.ts';

/** A template that is put away until the next run, and stays at least until `leave` or the end of this process. */
export interface KeptTemplate {
  /** The name of its database. */
  readonly name: string;
  /** The cluster that has it, for `startThrowAwayPostgres`. */
  readonly cluster: string;
  readonly dataDir: string;
  readonly leave: () => Promise<void>;
}

const place = 'dist/test-template';

/** What the template is made of. */
const inputs = ['api', 'schema', 'tests/support/template.ts', 'tests/support/quick-hash.ts', 'package-lock.json'];

/**
 * The template of these sources and of today in the demo school, whose past ends with it and whose year begins by it. The
 * first run makes it.
 */
export async function keptTemplate(): Promise<KeptTemplate> {
  const folder = join(place, `${dayFromNow(0)}-${(await fingerprint({ root: '.', paths: inputs })).slice(0, 16)}`);
  return (await open(folder)) ?? (await make(folder));
}

async function open(folder: string): Promise<KeptTemplate | undefined> {
  // Marked before it is read: another run may be removing it.
  const leave = await useFolder(folder).catch(() => undefined);
  const name = await readFile(join(folder, 'name'), 'utf8').catch(() => undefined);
  if (!leave || name === undefined) return undefined;
  return { name, cluster: join(folder, 'postgres'), dataDir: join(folder, 'data'), leave };
}

async function make(folder: string): Promise<KeptTemplate> {
  await removeUnused(place);
  await mkdir(place, { recursive: true });
  // Under its name only once it is whole.
  const begun = await makeOwnFolder(place);
  const server = await startThrowAwayPostgres({ within: temporaryPlace() });
  const name = await buildTemplate(server.url, join(begun, 'data'));
  await server.putAway(join(begun, 'postgres'));
  await writeFile(join(begun, 'name'), name);
  await useFolder(begun);
  // Another run may have made it at the same time.
  await rename(begun, folder).catch(() => rm(begun, { recursive: true, force: true }));
  const made = await open(folder);
  if (!made) throw new Error(`The tests' template was not made in ${folder}`);
  return made;
}
