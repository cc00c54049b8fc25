import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { doNow } from '#api/app/jobs/handlers.ts';
import { jobsOfNight } from '#api/app/jobs/schedule.ts';
import { removeFiles } from '#api/domains/media/write.ts';
import { sweepStore } from '#api/domains/media/sweep.ts';
import { cleanUp } from '#api/domains/retention/clean-up.ts';
import type { Services } from '#api/app/services.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import { startApi } from '#api/app/start.ts';
import type { Storage } from '#api/ground/storage/storage.ts';
import { ScratchDatabases } from '#tests/api/scratch-database.ts';
import { apiSettings } from './settings.ts';

const template = process.env.TEST_TEMPLATE ?? '';

/** Installations that one test file starts, each with a database of its own; they end with the test. */
export interface Installations {
  readonly newFolder: () => Promise<string>;
  /** An API on an empty database, or on a copy of the demo school's. */
  readonly startOn: (from: 'empty' | 'copy', over: Pick<Settings, 'dataDir'> & Partial<Settings>) => Promise<Services>;
}

/** Declares the hooks of a test file; called once, before its tests. */
export function useInstallations(): Installations {
  let ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.reverse()) await end();
    ends = [];
  });
  return {
    newFolder: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'manabook-store-'));
      ends.push(() => rm(folder, { recursive: true, force: true }));
      return folder;
    },

    startOn: async (from, over) => {
      const databases = new ScratchDatabases();
      const url = await (from === 'copy' ? databases.create(template) : databases.createPrepared());
      ends.push(() => databases.drop());
      const api = await startApi(apiSettings({ databaseUrl: url, databasePool: 5, ...over }));
      ends.push(() => api.close());
      return api.services;
    },
  };
}

/** For a sweep: every file is old enough, and no limit holds it. */
export const allOld = () => ({ before: new Date(Date.now() + 60_000), confirmed: true });

export const put = (storage: Pick<Storage, 'put'>, key: string) =>
  storage.put(key, Readable.from([Buffer.from(`of ${key}`)]));

export async function putMany(storage: Storage, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => newId());
  for (const key of keys) await put(storage, key);
  return keys;
}

export async function keysIn(storage: Storage, where: 'place' | 'quarantine' = 'place'): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of where === 'place' ? storage.list() : storage.listSetAside()) keys.push(key);
  return keys.sort();
}

export async function nightOf(services: Services): Promise<void> {
  const signal = new AbortController().signal;
  for (const job of jobsOfNight) await doNow(services, job, signal);
}

/** Everything that removes, as the night does it and as a request does. */
export async function removeAllThatGoes(services: Services, key: string) {
  const result = await sweepStore(services, { ...allOld(), asideBefore: new Date(Date.now() + 60_000) });
  await nightOf(services);
  await cleanUp({ services, signal: new AbortController().signal });
  await removeFiles(services.storage, key);
  return result;
}
