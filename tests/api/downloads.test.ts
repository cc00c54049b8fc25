import request from 'supertest';
import { beforeAll, expect, test } from 'vitest';
import { createSignedLinks } from '#api/ground/http/signed-links.ts';
import { revokeApiKey } from '#schema/rest/api-keys.ts';
import { logout } from '#schema/rest/auth.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { exportTextBookQrCodes } from '#schema/rest/qr-codes.ts';
import { setUserStatus } from '#schema/rest/user-accounts.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { fileLink } from '#schema/rest/values.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeWriter, type Writer } from './book-writer.ts';
import { makeKey } from './key-ring.ts';
import { addStaff, problemOf, send, tokenOf } from './school.ts';

const world = keptApi();
let writer: Writer;
let textBookId = '';
beforeAll(async () => {
  writer = await makeWriter(world);
  ({ id: textBookId } = await writer.book());
  const lesson = await writer.lesson(textBookId);
  await writer.content(lesson.id);
});

async function linkFor(token: string): Promise<string> {
  const sent = send(world, exportTextBookQrCodes, { token, params: { textBookId } }).set('accept', 'application/json');
  return fileLink.parse((await sent.expect(200)).body).url;
}

const open = (url: string) => request(world.apiUrl).head(`/api${url}`);
const refused = async (url: string) => problemOf(request(world.apiUrl).get(`/api${url}`), 403);

const call = (operation: Operation, token: string, params = {}, body?: object) =>
  send(world, operation, { token, params, ...(body && { body }) });

async function anAdministrator() {
  const person = await addStaff(world, { role: 'Administrator' });
  return { person, token: await tokenOf(world, person) };
}

test('a link to a file opens while the session that asked for it goes on', async () => {
  const { token } = await anAdministrator();
  const [own, another] = [await linkFor(token), await linkFor(writer.token)];
  await open(own).expect(200);
  await call(logout, token).expect(204);
  expect((await refused(own)).messageKey).toBe('messages.linkExpired');
  await open(another).expect(200);
});

test('and while the account is active', async () => {
  const { person, token } = await anAdministrator();
  const url = await linkFor(token);
  await call(setUserStatus, writer.token, { id: person.id }, { status: UserStatus.DEACTIVATED }).expect(200);
  await refused(url);
});

test('and while the API key works', async () => {
  const { key, id } = await makeKey(world, { scopes: ['TextBook:read'] });
  const url = await linkFor(key);
  await open(url).expect(200);
  await call(revokeApiKey, writer.token, { id });
  await refused(url);
});

test('and cannot be made another’s', async () => {
  const { token } = await anAdministrator();
  const [own, another] = [await linkFor(token), await linkFor(writer.token)];
  const holder = (url: string) => new URL(url, 'http://school.test').searchParams.get('holder') ?? '';
  await refused(own.replace(holder(own), holder(another)));
  await refused(own.replace(`&holder=${holder(own)}`, ''));
});

test('and for ten minutes', () => {
  let now = Date.parse('2026-04-01T00:00:00Z');
  const links = createSignedLinks('a key of this test alone', () => now);
  const { searchParams } = new URL(links.shortDownload('users', 'all', 'users.csv', 'me').url, 'http://school.test');
  const left = () => links.secondsLeft(['downloads', 'users', 'all', 'users.csv'], Object.fromEntries(searchParams));
  expect(left()).toBe(600);
  now += 599_000;
  expect(left()).toBe(1);
  now += 1_000;
  expect(left()).toBeUndefined();
});
