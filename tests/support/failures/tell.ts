import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { takeLastLines } from './last-lines.ts';
import { openPages } from './open-pages.ts';
import { tellers } from './tellers.ts';

const folder = 'dist/test-failures';

// Vitest runs this before each file, in the file's worker.
beforeEach(() => void takeLastLines());

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const pictures = await takePictures(task.name);
  const lines = takeLastLines();
  const told = [
    `“${task.name}” failed.`,
    ...pictures.map(({ path, address }) => `A picture of ${address} is in ${path}`),
    lines === '' ? '' : `The servers' last lines:\n${lines}`,
    ...(await Promise.all([...tellers].map((tell) => tell().catch(String)))),
  ];
  console.error(told.filter((line) => line !== '').join('\n'));
});

interface Picture {
  readonly path: string;
  readonly address: string;
}

/** What the open pages show, each in a file named after the test. */
async function takePictures(name: string): Promise<readonly Picture[]> {
  await mkdir(folder, { recursive: true });
  const stem = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80);
  const taken = [...openPages].map(async (page, place): Promise<Picture[]> => {
    const path = join(folder, `${stem}-${place + 1}.png`);
    // A page that is stuck has no picture.
    const seen = await page.screenshot({ path, timeout: 5_000 }).catch(() => undefined);
    return seen ? [{ path, address: page.url() }] : [];
  });
  return (await Promise.all(taken)).flat();
}
