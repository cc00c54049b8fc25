import { parse } from 'csv-parse/sync';
import { eq, like } from 'drizzle-orm';
import request from 'supertest';
import { beforeAll, expect, test } from 'vitest';
import { mailKey } from '#api/domains/auth/mail-bound.ts';
import { newId } from '#api/ground/db/ids.ts';
import { accountLinks, rateLimits, userImportRows, userImports, users } from '#api/ground/db/schema.ts';
import { invitePeople } from '#api/domains/user-imports/run.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { importUsers, type UserImport, userImportById } from '#schema/rest/user-files.ts';
import { ownMailServer } from '#tests/support/own-mail-server.ts';
import { ownWorld } from '#tests/support/world.ts';
import { mailsTo } from './mail-box.ts';
import { addStaff, makeSchools, problemOf, send, tokenOf, type Who } from './school.ts';

const server = ownMailServer();
const world = ownWorld(() => ({ gateway: false, api: { smtpUrl: server.url } }));
let school: Awaited<ReturnType<typeof makeSchools>>;

beforeAll(async () => {
  school = await makeSchools(world);
});

const header = 'Email,First name,Last name,Role,Language\r\n';

async function start(token: string, rows: readonly string[]): Promise<UserImport> {
  const files = { file: { content: Buffer.from(header + rows.join('\r\n')), fileName: 'people.csv' } };
  return importUsers.response.parse((await send(world, importUsers, { token, files }).expect(202)).body);
}

async function progress(token: string, id: string | null, Language = 'en'): Promise<UserImport> {
  const sent = send(world, userImportById, { token, params: { id: id ?? '' }, query: { Language } });
  return userImportById.response.parse((await sent.expect(200)).body);
}

const finished = async (token: string, id: string | null): Promise<UserImport> => {
  await expect.poll(async () => (await progress(token, id)).state, { timeout: 60_000 }).toBe('done');
  return progress(token, id, 'jp');
};

test('everybody in it is invited by mail once, the rest is told, and a file says what became of whom', async () => {
  const emails = Array.from({ length: 3 }, () => `${newId()}@school.test`);
  const rows = [...emails.map((email) => `${email},Aya,Sato,Teacher,jp`), 'nobody,Aya,Sato,Teacher,'];
  const started = await start(school.tokens.owner, rows);
  expect(started).toMatchObject({ total: 4, failed: 1, fileName: 'people.csv' });
  const done = await finished(school.tokens.owner, started.id);
  expect(done).toMatchObject({ state: 'done', total: 4, processed: 4, created: 3, failed: 1 });
  expect(done.errors).toEqual([{ row: 5, field: 'email', messageKey: 'messages.invalidEmail' }]);
  expect(done.finishedAt).not.toBeNull();
  for (const email of emails) {
    await mailsTo(server, email, 1);
    const [user] = await world.services.db.select().from(users).where(eq(users.email, email));
    expect(user).toMatchObject({ status: UserStatus.INVITED, invitedById: school.people.owner.id, language: 'jp' });
  }
  const { text } = await request(world.apiUrl).get(`/api${done.resultFile?.url}`).buffer(true).expect(200);
  const [titles, ...lines] = parse(text, { bom: true });
  expect(titles?.slice(0, 2)).toEqual(['行', 'メールアドレス']);
  expect(lines.map((cells) => [cells[0], cells[1], cells[8]])).toEqual([
    ...emails.map((email, index) => [String(index + 2), email, '招待しました']),
    ['5', 'nobody', '招待していません'],
  ]);
  expect(lines[3]?.[9]).toMatch(/^メールアドレス: ./);
});

test('it is for whoever began it and for administrators', async () => {
  const { id } = await start(school.tokens.owner, [`${newId()}@school.test,Aya,Sato,Teacher,`]);
  const ask = (who: Who) => send(world, userImportById, { token: school.tokens[who], params: { id: id ?? '' } });
  await ask('owner').expect(200);
  await ask('admin').expect(200);
  await problemOf(ask('otherOwner'), 404);
});

test('the link to its file is dead once the account of whoever asked for it is not active', async () => {
  const owner = await addStaff(world, { role: 'SchoolOwner' });
  const token = await tokenOf(world, owner);
  const { id } = await start(token, [`${newId()}@school.test,Aya,Sato,Teacher,`]);
  const { resultFile } = await finished(token, id);
  await request(world.apiUrl).get(`/api${resultFile?.url}`).expect(200);
  await world.services.db.update(users).set({ status: UserStatus.DEACTIVATED }).where(eq(users.id, owner.id));
  await problemOf(request(world.apiUrl).get(`/api${resultFile?.url}`), 403);
});

test('an e-mail that somebody takes meanwhile is told, and nothing else stops', async () => {
  const [taken, free] = [`${newId()}@school.test`, `${newId()}@school.test`];
  const { db } = world.services;
  const id = await waitingImport([taken, free]);
  await addStaff(world, { role: 'Teacher', email: taken.toUpperCase() });
  await run(id);
  expect(await progress(school.tokens.owner, id)).toMatchObject({
    state: 'done',
    created: 1,
    failed: 1,
    errors: [{ row: 2, field: 'email', messageKey: 'messages.emailExists' }],
  });
  expect(await db.$count(users, eq(users.email, free))).toBe(1);
});

test('an address that has had its mails of the day is refused alone', async () => {
  const { db, secrets } = world.services;
  const [full, other] = [`${newId()}@school.test`, `${newId()}@school.test`];
  const key = mailKey(secrets, { address: full, kind: 'others' });
  await db.insert(rateLimits).values({ key, points: 20, expire: Date.now() + 3_600_000 });
  const id = await waitingImport([full, other]);
  await run(id);
  expect(await progress(school.tokens.owner, id)).toMatchObject({
    ...{ state: 'done', created: 1, failed: 1 },
    errors: [{ row: 2, field: 'email', messageKey: 'messages.tooManyMails' }],
  });
  expect([await db.$count(users, eq(users.email, full)), await db.$count(users, eq(users.email, other))]).toEqual([
    0, 1,
  ]);
  await mailsTo(server, other, 1);
});

test('killed in the middle and taken up by two at once, it goes on where it was and invites nobody twice', async () => {
  const mark = newId().slice(-8);
  const emails = Array.from({ length: 60 }, (_, each) => `${mark}-${each}@school.test`);
  const id = await waitingImport(emails);
  const kill = new AbortController();
  const killed = run(id, kill.signal);
  const processed = async () => (await progress(school.tokens.owner, id)).processed;
  await expect.poll(processed, { timeout: 60_000, interval: 5 }).toBeGreaterThan(2);
  kill.abort(new Error('killed'));
  await expect(killed).rejects.toThrow('killed');
  const half = await progress(school.tokens.owner, id);
  expect(half.state).toBe('running');
  expect(half.processed).toBeLessThan(60);
  await Promise.all([run(id), run(id)]);
  expect(await progress(school.tokens.owner, id)).toMatchObject({ state: 'done', created: 60, failed: 0 });
  const made = await world.services.db
    .select({ email: users.email, link: accountLinks.id })
    .from(users)
    .leftJoin(accountLinks, eq(accountLinks.userId, users.id))
    .where(like(users.email, `${mark}-%`));
  expect(made.map(({ email }) => email).sort()).toEqual([...emails].sort());
  expect(made.filter(({ link }) => link === null)).toEqual([]);
  for (const email of emails.slice(0, 3)) await mailsTo(server, email, 1);
});

test('whoever may not invite any more invites nobody', async () => {
  const owner = await addStaff(world, { role: 'SchoolOwner' });
  const id = await waitingImport([`${newId()}@school.test`], owner.id);
  await world.services.db.update(users).set({ status: UserStatus.DEACTIVATED }).where(eq(users.id, owner.id));
  await run(id);
  const token = await tokenOf(world, school.people.admin);
  expect(await progress(token, id)).toMatchObject({ created: 0, failed: 1, state: 'done' });
});

/** An import whose job nobody has begun: the test runs it. */
async function waitingImport(emails: readonly string[], createdById = school.people.owner.id): Promise<string> {
  const { db } = world.services;
  const id = newId();
  const about = { createdById, requestId: 'test', fileName: 'people.csv', encoding: 'UTF-8', delimiter: ',' };
  await db.insert(userImports).values({ id, ...about, total: emails.length, processed: 0, failed: 0 });
  await db.insert(userImportRows).values(
    emails.map((email, index) => ({
      importId: id,
      row: index + 2,
      cells: { email, firstName: 'Aya', lastName: 'Sato', role: 'Teacher' },
    })),
  );
  return id;
}

async function run(importId: string, signal = new AbortController().signal): Promise<void> {
  await invitePeople(world.services, { importId }, { attempt: 1, lastAttempt: false, signal });
}
