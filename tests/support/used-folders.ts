import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning } from '#api/ground/db/embedded/processes.ts';

const ownPrefix = `of-${process.pid}-`;
const ownMark = `used-by-${process.pid}`;

/** Makes a folder in a place that runs share. It is in use until it is renamed or this process ends. */
export const makeOwnFolder = (place: string): Promise<string> => mkdtemp(join(place, ownPrefix));

/** Marks a folder as in use until the returned function is called or this process ends. Rejects where it is not there. */
export async function useFolder(folder: string): Promise<() => Promise<void>> {
  const mark = join(folder, ownMark);
  await writeFile(mark, '');
  return () => rm(mark, { force: true });
}

/** Removes the folders in a place that are in use nowhere, and what killed runs have left there. */
export async function removeUnused(place: string): Promise<void> {
  for (const name of await readdir(place).catch(() => [])) {
    const folder = join(place, name);
    if (isOfRunning(/^of-(\d+)-/, name) || (await isMarked(folder))) continue;
    const leaving = join(place, `${ownPrefix}${name}`);
    // Another run may be removing it too.
    if (!(await rename(folder, leaving).then(is, isNot))) continue;
    // From here on nobody finds it. Who marked it just before is still using it.
    if ((await isMarked(leaving)) && (await rename(leaving, folder).then(is, isNot))) continue;
    await rm(leaving, { recursive: true, force: true });
  }
}

const is = () => true;
const isNot = () => false;

async function isMarked(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.some((name) => isOfRunning(/^used-by-(\d+)$/, name));
}

function isOfRunning(pattern: RegExp, name: string): boolean {
  const [, owner] = pattern.exec(name) ?? [];
  return owner !== undefined && isRunning(Number(owner));
}
