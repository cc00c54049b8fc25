import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { SignJWT, decodeJwt, decodeProtectedHeader } from 'jose';
import { Secret } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLink, linkToken, existingLinkToken } from '#api/domains/auth/account-links.ts';
import { openKeys, readKeys } from '#api/ground/keys/key-store.ts';
import { createReadClaims, sameStudentToken, signStudentToken } from '#api/domains/auth/tokens.ts';
import { openSession, renewSession } from '#api/domains/auth/sessions.ts';
import { newId } from '#api/ground/db/ids.ts';
import { openSecret } from '#api/domains/second-factor/codes.ts';
import { accountLinks, secondFactors, signingKeys } from '#api/ground/db/schema.ts';
import { forgetKeys, revokeKey, rotateKeys, writeKeyFile } from '#api/app/keys/rotate.ts';
import { lastMaintenanceRun } from '#api/ground/db/maintenance-runs.ts';
import { createSignedLinks } from '#api/ground/http/signed-links.ts';
import { runCommand } from '#tests/support/programs.ts';
import { giveSecondFactor } from '#tests/support/second-factor.ts';
import { ownWorld } from '#tests/support/world.ts';
import { addStaff, type Member } from './school.ts';
import { connected, ScratchDatabases } from './scratch-database.ts';

// The servers of the kept world would go on with keys that the next file does not have any more.
const world = ownWorld({ gateway: false });
let member: Member;
let folder: string;
const scratch = new ScratchDatabases();
beforeAll(async () => {
  // As in a school that has run for years.
  await world.services.pool.query("update signing_keys set signs_from = '2020-01-01'");
  member = await addStaff(world, { role: 'Teacher' });
  folder = await mkdtemp(join(tmpdir(), 'manabook-keys-'));
});
afterAll(async () => {
  await scratch.drop();
  await rm(folder, { recursive: true });
});

/** The keys of another API process on the same database. */
async function another(file?: string) {
  const { db, logger } = world.services;
  const opened = await openKeys({ db, file }, logger);
  const { secrets } = opened;
  const links = createSignedLinks(() => secrets.all('links').map(({ value }) => value));
  return { ...opened, links, store: { db, secrets }, claimsOf: createReadClaims(secrets) };
}

const source = () => ({ db: world.services.db, file: undefined });
const longAgo = new Date(Date.now() - 3_600_000);
const queryOf = (url: string) => Object.fromEntries(new URL(url, 'http://x').searchParams);

test('after a rotation everything that was signed before goes on, in processes that were not restarted', async () => {
  const [old, fresh] = [await another(), await another()];
  const session = await openSession(old.store, member, { remembered: false });
  const child = newId();
  const token = await signStudentToken(old.secrets, child);
  const unnamed = await new SignJWT(decodeJwt(token))
    .setProtectedHeader({ alg: 'HS256' })
    .sign(old.secrets.current('tokens').value);
  const { url, fileName } = old.links.media(newId(), 'a.png');
  const path = decodeURIComponent(new URL(url, 'http://x').pathname).slice(1).split('/');
  const { db } = world.services;
  const linkId = await db.transaction((tx) =>
    createLink(tx, old.secrets, { userId: member.id, purpose: 'reset', requestedById: null, hours: 1 }),
  );
  const mailed = linkToken(old.secrets, linkId);

  // Made an hour ago, so that they sign already.
  await rotateKeys(source(), longAgo);
  await fresh.reload();
  expect(fresh.secrets.current('tokens').id).not.toBe(old.secrets.current('tokens').id);
  expect(await fresh.claimsOf(session.accessToken)).toMatchObject({ sub: member.id });
  expect(await fresh.claimsOf(token)).toMatchObject({ sub: child });
  // Signed before tokens named their key.
  expect(await fresh.claimsOf(unnamed)).toMatchObject({ sub: child });
  expect(fresh.links.secondsLeft([...path.slice(0, 2), fileName], queryOf(url))).toBeGreaterThan(0);
  const [link] = await db.select().from(accountLinks).where(eq(accountLinks.id, linkId));
  expect(link && existingLinkToken(fresh.secrets, link)).toBe(mailed);
  // Two tabs, before and after the rotation, get the same successor.
  const first = await renewSession(old.store, session.refreshToken);
  const second = await renewSession(fresh.store, session.refreshToken);
  expect(second?.refreshToken).toBe(first?.refreshToken);
  const kid = decodeProtectedHeader(await signStudentToken(fresh.secrets, child)).kid;
  expect(kid).toBe(fresh.secrets.current('tokens').id);
  for (const opened of [old, fresh]) opened.close();
});

test('a device that asks again gets the same token of a profile, until its key is revoked', async () => {
  const process = await another();
  const child = newId();
  const token = await sameStudentToken(process.secrets, child);
  expect(await sameStudentToken(process.secrets, child)).toBe(token);
  expect(await sameStudentToken(process.secrets, newId())).not.toBe(token);
  await revokeKey(source(), process.secrets.current('tokens').id);
  await process.reload();
  const next = await sameStudentToken(process.secrets, child);
  expect(await process.claimsOf(next)).toMatchObject({ aud: 'student', sub: child });
  process.close();
});

test('a new key is known to every process before it signs', async () => {
  const process = await another();
  const before = process.secrets.current('tokens').id;
  const { signsFrom, made } = await rotateKeys(source());
  expect(signsFrom.getTime()).toBeGreaterThan(Date.now() + 30_000);
  await process.reload();
  expect(process.secrets.current('tokens').id).toBe(before);
  expect(process.secrets.all('tokens').map(({ id }) => id)).toEqual(expect.arrayContaining([...made].slice(0, 1)));
  process.close();
});

test('a revoked key ends what it has signed, what was remembered of it too, and another signs', async () => {
  const process = await another();
  const token = await signStudentToken(process.secrets, newId());
  expect(await process.claimsOf(token)).toBeDefined();
  const { id } = process.secrets.current('tokens');
  await revokeKey(source(), id);
  await process.reload();
  expect(await process.claimsOf(token)).toBeUndefined();
  expect(process.secrets.current('tokens').id).not.toBe(id);
  await expect(revokeKey(source(), id)).rejects.toThrow(`There is no key ${id}`);
  process.close();
});

test('a rotation removes what is of no more use, and no key of a child’s token', async () => {
  const { db } = world.services;
  const aYear = new Date(Date.now() + 366 * 86_400_000);
  const kept = (await readKeys(source())).filter(({ purpose }) => purpose === 'tokens').map(({ id }) => id);
  const { removed } = await rotateKeys(source(), aYear);
  expect(removed.filter((id) => id.includes('links') || id.includes('refresh'))).not.toEqual([]);
  expect(removed.filter((id) => kept.includes(id))).toEqual([]);
  // What was made for a year from now is no part of the tests that follow.
  await db.delete(signingKeys);
  await readKeys(source());
});

test('keys can stand in a file outside the database, which then holds none', async () => {
  const { db } = world.services;
  const file = join(folder, 'keys.json');
  await writeKeyFile(file, await readKeys(source()));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const process = await another();
  const token = await signStudentToken(process.secrets, newId());
  await expect(forgetKeys(source())).rejects.toThrow('SIGNING_KEYS_FILE');
  await forgetKeys({ db, file });
  expect(await db.select().from(signingKeys)).toEqual([]);
  const outside = await another(file);
  expect(await outside.claimsOf(token)).toBeDefined();
  await rotateKeys({ db, file }, longAgo);
  await outside.reload();
  expect(outside.secrets.all('tokens')).toHaveLength(2);
  expect(await db.select().from(signingKeys)).toEqual([]);
  expect(await readFile(file, 'utf8')).toContain(outside.secrets.current('tokens').id);
  await expect(another(join(folder, 'none.json'))).rejects.toThrow('ENOENT');
  for (const opened of [process, outside]) opened.close();
  await readKeys(source());
});

test('a key in a file stays there until what it encrypted is encrypted anew', async () => {
  const { db, pool } = world.services;
  const file = join(folder, 'revoked.json');
  await writeKeyFile(file, await readKeys(source()));
  const before = await another(file);
  const { secret } = await giveSecondFactor({ db, secrets: before.secrets }, member.id);
  const { id } = before.secrets.current('tokens');
  await pool.query('alter table second_factors add constraint away check (false) not valid');
  await expect(revokeKey({ db, file }, id)).rejects.toThrow();
  await pool.query('alter table second_factors drop constraint away');
  expect(await readFile(file, 'utf8')).toContain(`"${id}"`);
  await revokeKey({ db, file }, id);
  expect(await readFile(file, 'utf8')).not.toContain(`"${id}"`);
  const after = await another(file);
  const [{ sealedSecret } = { sealedSecret: '' }] = await db.select().from(secondFactors);
  expect(openSecret(after.secrets, member.id, sealedSecret)).toEqual(Buffer.from(Secret.fromBase32(secret).bytes));
  for (const opened of [before, after]) opened.close();
});

test('the keys of earlier releases are taken over by the migration', async () => {
  const url = await scratch.createPrepared();
  await connected(async (client) => {
    const [, take = ''] = (await readFile('api/ground/db/migrations/0017_signing_keys.sql', 'utf8')).split(
      'first rotation.',
    );
    await client.query("insert into secrets (name, value) values ('tokens', 'abc'), ('links', 'def')");
    await client.query(take);
    const { rows } = await client.query('select id, purpose, value from signing_keys order by id');
    expect(rows).toEqual([
      { id: 'first-links', purpose: 'links', value: 'def' },
      { id: 'first-tokens', purpose: 'tokens', value: 'abc' },
    ]);
  }, url);
});

test('npm run keys lists and rotates them, and writes it down', async () => {
  const { dataDir } = world.services.settings;
  const env = { ...process.env, DATABASE_URL: world.databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const command = (...args: string[]) => runCommand('keys', args, env);
  const [rotated, listed] = [await command('rotate'), await command('list')];
  expect([rotated.code, listed.code]).toEqual([0, 0]);
  expect(rotated.stdout).toContain('New keys: tokens-');
  expect(listed.stdout).toContain('signs');
  for (const { value } of await readKeys(source()))
    expect(listed.stdout).not.toContain(Buffer.from(value).toString('base64url'));
  expect(await lastMaintenanceRun(world.services.db, 'key_rotation')).toMatchObject({ details: { made: 4 } });
  expect((await command('revoke')).code).not.toBe(0);
});
