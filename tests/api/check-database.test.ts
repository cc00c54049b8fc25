import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkDatabase } from '#api/ground/db/check-database.ts';
import { newId } from '#api/ground/db/ids.ts';
import { makeFolder } from '#api/ground/files/make-folder.mjs';
import { startApi } from '#api/app/start.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { connected, ScratchDatabases } from './scratch-database.ts';

const scratch = new ScratchDatabases();
const role = `reader_${newId().replaceAll('-', '')}`;
let folder: string;
let url: string;

const urlWith = (change: (address: URL) => void): string => {
  const address = new URL(url);
  change(address);
  return address.href;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabook-check-'));
  url = await scratch.create();
  await connected((client) => client.query(`create role ${role} login password 'only-reads'`));
});
afterAll(async () => {
  await scratch.drop();
  await connected((client) => client.query(`drop role ${role}`));
  await rm(folder, { recursive: true, force: true });
});

describe('a database that cannot be used is refused in words', () => {
  test('a fitting one is none', async () => {
    await expect(checkDatabase(url)).resolves.toBeUndefined();
  });

  test('a host that nobody knows, at once and by its name', async () => {
    const databaseUrl = urlWith((address) => (address.hostname = 'base.invalid'));
    // The driver's own words were "getaddrinfo ENOTFOUND", after half a minute of trying.
    await expect(startApi(apiSettings({ databaseUrl, dataDir: folder }))).rejects.toThrow(
      'DATABASE_URL names the host "base.invalid", which this machine does not know.',
    );
  });

  test('a database that is not there', async () => {
    await expect(checkDatabase(urlWith((address) => (address.pathname = '/nowhere')))).rejects.toThrow(
      /has no database "nowhere" \(DATABASE_URL\)\. Make it: create database "nowhere" encoding 'UTF8'/,
    );
  });

  test('a wrong password, which is not shown', async () => {
    const wrong = urlWith((address) => {
      address.username = role;
      address.password = 'guessed-wrong';
    });
    await expect(checkDatabase(wrong)).rejects.toThrow(`refuses the user "${role}" or its password`);
    await expect(checkDatabase(wrong)).rejects.not.toThrow('guessed-wrong');
  });

  test('a user without the right to create', async () => {
    const reader = urlWith((address) => {
      address.username = role;
      address.password = 'only-reads';
    });
    await expect(checkDatabase(reader)).rejects.toThrow(`"${role}" (DATABASE_URL) has no right to create tables`);
  });

  test('a database in SQL_ASCII', async () => {
    const name = `ascii_${newId().replaceAll('-', '')}`;
    await connected((client) =>
      client.query(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`),
    );
    try {
      const databaseUrl = urlWith((address) => (address.pathname = `/${name}`));
      await expect(startApi(apiSettings({ databaseUrl, dataDir: folder }))).rejects.toThrow(
        /has the encoding SQL_ASCII, and only UTF8 holds every name/,
      );
    } finally {
      await connected((client) => client.query(`drop database ${name}`));
    }
  });

  test('a PostgreSQL without ICU, which cannot sort names', async () => {
    const own = await scratch.create();
    const client = new Client({ connectionString: own });
    await client.connect();
    await client.query(`delete from pg_collation where collname = 'ja-x-icu'`).finally(() => client.end());
    await expect(checkDatabase(own)).rejects.toThrow('lacks the collation "ja-x-icu"');
  });
});

describe('a data folder that cannot be used is refused in words', () => {
  test.each([
    ['a file', () => join(process.cwd(), 'package.json'), /DATA_DIR cannot be used: .*package\.json is a file/],
    ['below a file', () => join(process.cwd(), 'package.json', 'data'), /package\.json is a file, not a folder/],
    ['under /proc', () => '/proc/manabook/data', /\/proc\/manabook cannot be made \(E/],
  ])('%s', (_name, path, words) => {
    expect(() => makeFolder({ setting: 'DATA_DIR', path: path() })).toThrow(words);
  });
});
