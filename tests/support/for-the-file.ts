import { afterAll, beforeAll } from 'vitest';

/** Starts something before the file's tests and closes it after them. The function that it gives works in tests and hooks. */
export function forTheFile<Started extends { close(): Promise<void> }>(start: () => Promise<Started>): () => Started {
  let started: Started | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started?.close());
  return () => {
    if (!started) throw new Error('It starts before the tests, not while they are gathered');
    return started;
  };
}
