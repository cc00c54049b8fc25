import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { countMail, mailKey, type MailKind } from '#api/domains/auth/mail-bound.ts';
import { rememberPlace } from '#api/domains/auth/places.ts';
import { accountLinks, rateLimits, users } from '#api/ground/db/schema.ts';
import { forgotPassword } from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { resendInvitation, resetUserPassword } from '#schema/rest/user-accounts.ts';
import { resendInvitations, setUserStatuses } from '#schema/rest/users-at-once.ts';
import { updateUser } from '#schema/rest/users.ts';
import { ownMailServer } from '#tests/support/own-mail-server.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { ownWorld } from '#tests/support/world.ts';
import { mailsTo } from './mail-box.ts';
import { addStaff, type Member, problemOf, send, tokenOf } from './school.ts';

const server = ownMailServer();
const world = ownWorld(() => ({ gateway: false, api: { smtpUrl: server.url } }));
let admin: string;
let member: Member;
beforeEach(async () => {
  await world.services.db.delete(rateLimits);
  admin = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
  member = await addStaff(world, { role: 'Teacher', passwordHash: await quickHash('quiet river stones') });
});

/** As if an address had had so many mails of a kind within the day. */
async function mailed(address: string, kind: MailKind, points: number, expire = Date.now() + 3_600_000) {
  const key = mailKey(world.services.secrets, { address, kind });
  await world.services.db.delete(rateLimits).where(eq(rateLimits.key, key));
  await world.services.db.insert(rateLimits).values({ key, points, expire });
}
const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
const linksOf = ({ id }: Member) => world.services.db.select().from(accountLinks).where(eq(accountLinks.userId, id));
const forgot = (address: string) =>
  send(world, forgotPassword, { body: { email: member.email } }).set('x-forwarded-for', address);

describe('what others have mailed to an address', () => {
  test('is twenty mails a day, whatever its case, and starts anew the day after', async () => {
    const { db, ...store } = world.services;
    const mail = { address: 'Kenji@School.test', kind: 'others' } as const;
    const counted: boolean[] = [];
    for (let time = 0; time < 21; time += 1) counted.push(await countMail(store, db, mail));
    expect(counted).toEqual([...Array<boolean>(20).fill(true), false]);
    expect(await countMail(store, db, { ...mail, address: 'kenji@school.test' })).toBe(false);
    expect(await countMail(store, db, { ...mail, address: 'other@school.test' })).toBe(true);
    await mailed('kenji@school.test', 'others', 500, Date.now() - 1);
    expect(await countMail(store, db, mail)).toBe(true);
  });

  test('is no more than that for staff, who are told, and nothing is changed', async () => {
    await mailed(member.email, 'others', 20);
    const refused = send(world, resetUserPassword, { token: admin, params: { id: member.id } });
    expect(await problemOf(refused.expect('retry-after', /^3[56]\d\d$/), 429)).toMatchObject({
      messageKey: 'messages.tooManyMails',
    });
    const invited = await addStaff(world, { role: 'Teacher', status: UserStatus.INVITED });
    await mailed(invited.email, 'others', 20);
    const again = send(world, resendInvitation, { token: admin, params: { id: invited.id } });
    expect((await problemOf(again, 429)).messageKey).toBe('messages.tooManyMails');
    expect([...(await linksOf(member)), ...(await linksOf(invited))]).toEqual([]);
  });

  test('of many invitations leaves out the one mailbox alone', async () => {
    const [full, other] = [
      await addStaff(world, { role: 'Teacher', status: UserStatus.INVITED }),
      await addStaff(world, { role: 'Teacher', status: UserStatus.INVITED }),
    ];
    await mailed(full.email, 'others', 20);
    const answered = await send(world, resendInvitations, { token: admin, body: { ids: [full.id, other.id] } }).expect(
      200,
    );
    expect(answered.body).toMatchObject({
      results: expect.arrayContaining([
        expect.objectContaining({ id: full.id, messageKey: 'messages.tooManyMails' }),
        expect.objectContaining({ id: other.id, messageKey: null }),
      ]) as unknown,
    });
    expect([(await linksOf(full)).length, (await linksOf(other)).length]).toEqual([0, 1]);
  });

  test('of many who are given back their account leaves out the one who would be invited', async () => {
    const status = UserStatus.DEACTIVATED;
    const [full, other] = [
      await addStaff(world, { role: 'Teacher', status, passwordHash: null }),
      await addStaff(world, { role: 'Teacher', status, passwordHash: null }),
    ];
    await mailed(full.email, 'others', 20);
    const body = { ids: [full.id, other.id], status: UserStatus.INVITED };
    const answered = await send(world, setUserStatuses, { token: admin, body }).expect(200);
    expect(answered.body).toMatchObject({
      changed: 1,
      results: [
        { id: full.id, messageKey: 'messages.tooManyMails' },
        { id: other.id, messageKey: null },
      ],
    });
    const rows = await world.services.db
      .select()
      .from(users)
      .where(inArray(users.id, [full.id, other.id]));
    expect(rows.map(({ id, status, version }) => ({ id, status, version })).sort(byId)).toEqual([
      { id: full.id, status: UserStatus.DEACTIVATED, version: full.version },
      { id: other.id, status: UserStatus.INVITED, version: other.version + 1 },
    ]);
    expect([(await linksOf(full)).length, (await linksOf(other)).length]).toEqual([0, 1]);
  });

  test('holds for a new e-mail that somebody is to have', async () => {
    const email = `new-${member.email}`;
    await mailed(email, 'others', 20);
    const { firstName, lastName, version } = member;
    const body = { firstName, lastName, email, role: 'Teacher', language: 'en', version };
    const refused = send(world, updateUser, { token: admin, params: { Id: member.id }, body });
    expect((await problemOf(refused, 429)).messageKey).toBe('messages.tooManyMails');
    const [row] = await world.services.db.select().from(users).where(eq(users.id, member.id));
    expect(row?.version).toBe(version);
  });

  test('answers a stranger as ever and mails nothing, and the owner gets their reset', async () => {
    const known = '192.0.2.50';
    await rememberPlace(world.services.db, member.id, { address: known, device: undefined });
    await mailed(member.email, 'others', 20);
    await forgot('203.0.113.8').expect(202);
    await expect
      .poll(async () => (await world.services.pool.query('select 1 from graphile_worker._private_jobs')).rowCount)
      .toBe(0);
    expect(await linksOf(member)).toEqual([]);
    await forgot(known).expect(202);
    await mailsTo(server, member.email, 1);
    expect(await linksOf(member)).toHaveLength(1);
  });
});
