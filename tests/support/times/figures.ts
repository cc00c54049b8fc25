import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';

/** Where a test file's time went, in milliseconds. */
const Figure = z.object({
  /** Modules. */
  loading: z.number(),
  /** Hooks around all of its tests. */
  setUp: z.number(),
  tests: z.number(),
  /** Of the worker and of what it has started; PostgreSQL's own is not in it. */
  processor: z.number(),
});
const Figures = z.record(z.string(), Figure);

export type Figure = z.infer<typeof Figure>;
/** By the file's path. */
export type Figures = z.infer<typeof Figures>;

const file = 'dist/test-times.json';

/** What the last runs have measured: a checkout that has not run its tests knows nothing. */
export function lastFigures(): Figures {
  try {
    return Figures.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

/** Keeps the figures of a run, and those of earlier runs for files that it left out. */
export async function keepFigures(figures: Figures): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ ...lastFigures(), ...figures }));
}

export const wholeOf = ({ loading, setUp, tests }: Figure): number => loading + setUp + tests;
