import { Readable } from 'node:stream';
import { schemaState } from '#api/ground/db/schema-state.ts';
import { isDiskFull } from '#api/ground/db/unavailable.ts';
import type { Uses } from '#api/ground/services.ts';
import type { Database } from '#api/ground/db/client.ts';
import { newProbeKey } from '#api/ground/storage/probe.ts';
import type { Storage } from '#api/ground/storage/storage.ts';

/** A dependency that is missing for serving requests. */
export type Missing = 'database' | 'migrations' | 'storage';

type Parts = Uses<'db' | 'settings' | 'storage'>;

// In milliseconds. A store may take money for every call, so a good answer of it holds longer.
const rememberMs = 1_000;
const rememberStorageMs = 10_000;
const patienceMs = 2_000;

/** Checks all dependencies. Each check is cached, so frequent probes cost one check per interval. */
export function createReadiness({ db, storage, settings }: Parts): () => Promise<Missing | undefined> {
  const migrations = remembered(() => migrationState(db, settings.root), { good: rememberMs });
  const writable = remembered(() => inTime(probeStorage(storage), false), { good: rememberStorageMs });
  return async () => (await migrations()) ?? ((await writable()) ? undefined : 'storage');
}

// A newer schema is fine: during a rolling update this version serves on tables that the new version has only added to.
async function migrationState(db: Database, root: string): Promise<Missing | undefined> {
  const read = schemaState(db, root).then(
    (state) => (state === 'older' ? ('migrations' as const) : undefined),
    () => 'database' as const,
  );
  return inTime(read, 'database');
}

// A full disk does not make the process unready: uploads get 507, and everything else works.
async function probeStorage(storage: Storage): Promise<boolean> {
  const key = newProbeKey();
  try {
    await storage.put(key, Readable.from([Buffer.from('ready')]));
    await storage.remove(key);
    return true;
  } catch (error) {
    return isDiskFull(error);
  }
}

async function inTime<Value>(work: Promise<Value>, late: Value): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<Value>((resolve) => {
    timer = setTimeout(() => resolve(late), patienceMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Single flight with a cache; a failure is cached for a second only. */
function remembered<Outcome>(ask: () => Promise<Outcome>, { good }: { readonly good: number }): () => Promise<Outcome> {
  let outcome: Promise<Outcome> | undefined;
  let until = 0;
  return () => {
    if (outcome && Date.now() < until) return outcome;
    const answer = ask();
    outcome = answer;
    until = Number.POSITIVE_INFINITY;
    void answer.then(
      (value) => (until = Date.now() + (value === undefined || value === true ? good : rememberMs)),
      () => (until = 0),
    );
    return answer;
  };
}
