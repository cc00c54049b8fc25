import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const Stamp = z.object({ inputs: z.string(), outputs: z.array(z.string()) });

/** Whether a step's outputs exist and were made from inputs with this fingerprint. */
export async function isFresh({
  root,
  step,
  inputs,
}: {
  root: string;
  step: string;
  inputs: string;
}): Promise<boolean> {
  const text = await readFile(stampFile(root, step), 'utf8').catch(() => 'null');
  const stamp = Stamp.safeParse(JSON.parse(text));
  if (!stamp.success || stamp.data.inputs !== inputs) return false;
  const found = await Promise.all(stamp.data.outputs.map((path) => stat(join(root, path)).catch(() => undefined)));
  return found.every(Boolean);
}

/** Stores a step's fingerprint and outputs. */
export async function setStamp(stamp: {
  root: string;
  step: string;
  inputs: string;
  outputs: string[];
}): Promise<void> {
  const file = stampFile(stamp.root, stamp.step);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, JSON.stringify({ inputs: stamp.inputs, outputs: stamp.outputs }));
}

/** Clears a step's stamp before the step runs again, so that an interrupted step counts as not done. */
export async function clearStamp(root: string, step: string): Promise<void> {
  await rm(stampFile(root, step), { force: true });
}

/** A hash of the names and contents of files and folders. */
export async function fingerprint({ root, paths, only = /^/ }: { root: string; paths: string[]; only?: RegExp }) {
  const hash = createHash('sha256').update(process.platform);
  const files = (await Promise.all(paths.map((path) => filesIn(root, path)))).flat();
  for (const file of files.filter((name) => only.test(name))) {
    hash.update(`\0${file}\0`).update(await readFile(join(root, file)));
  }
  return hash.digest('hex');
}

/** The files in a folder and below it, or the file itself, in a fixed order. */
export async function filesIn(root: string, path: string): Promise<string[]> {
  const entry = await stat(join(root, path)).catch(() => undefined);
  if (!entry) return [];
  if (!entry.isDirectory()) return [path];
  const names = (await readdir(join(root, path))).sort();
  return (await Promise.all(names.map((name) => filesIn(root, `${path}/${name}`)))).flat();
}

function stampFile(root: string, step: string): string {
  return join(root, 'dist', '.stamps', `${step}.json`);
}
