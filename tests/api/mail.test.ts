import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import PostalMime, { type Email } from 'postal-mime';
import { beforeAll, describe, expect, test } from 'vitest';
import { jobHandlers } from '#api/app/jobs/handlers.ts';
import { queueFacts } from '#api/app/system/facts.ts';
import { createLink } from '#api/domains/auth/account-links.ts';
import { sendInvitation, sendPasswordReset } from '#api/domains/auth/invitations.ts';
import { newId } from '#api/ground/db/ids.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { ownMailServer } from '#tests/support/own-mail-server.ts';
import { ownWorld, startWorld } from '#tests/support/world.ts';
import { mailsTo, tokenIn } from './mail-box.ts';
import { addStaff, type Member } from './school.ts';

const patience = { timeout: 60_000 };
const server = ownMailServer();
const publicUrl = 'https://manabook.school.test';
const mailFrom = 'あおば小学校 <hello@school.test>';
const world = ownWorld(() => ({ gateway: false, api: { smtpUrl: server.url, publicUrl, mailFrom } }));
let owner: Member;

beforeAll(async () => {
  owner = await addStaff(world, { role: 'SchoolOwner', firstName: '花子', lastName: '山田' });
});

async function mailFor(address: string): Promise<Email> {
  const [mail] = await mailsTo(server, address, 1);
  if (!mail) throw new Error('the mail went away');
  return mail;
}

const invite = (user: Member) =>
  world.services.db.transaction((tx) => sendInvitation(world.services, tx, { user, requestedById: owner.id }));
const reset = (user: Member) =>
  world.services.db.transaction((tx) => sendPasswordReset(world.services, tx, { user, requestedById: null }));

describe('a mail', () => {
  test('invites in English, as text and as HTML, with its validity and a link to our own address', async () => {
    const user = await addStaff(world, { role: 'Teacher', status: UserStatus.INVITED });
    await invite(user);
    const { subject, from, text = '', html = '' } = await mailFor(user.email);
    expect(subject).toBe('Your invitation to Manabook');
    expect(from).toEqual({ name: 'あおば小学校', address: 'hello@school.test' });
    for (const part of [text, html]) {
      expect(part).toContain('山田 花子 invited you');
      expect(part).toContain('Your role: teacher.');
      expect(part).toContain('expires in 30 days');
      expect(part).toMatch(/https:\/\/manabook\.school\.test\/set-password-via-invite\?lng=en#token=[\w-]{43}\b/);
    }
    expect(html).toContain('<html lang="en">');
  });

  test('sets a password in Japanese for whoever reads Japanese', async () => {
    const user = await addStaff(world, { role: 'Teacher', language: 'jp', firstName: '葵', lastName: '佐藤' });
    await reset(user);
    const { subject, text = '', html = '', to } = await mailFor(user.email);
    expect(subject).toBe('Manabook：パスワードの再設定');
    expect(to?.[0]?.name).toBe('佐藤 葵');
    for (const part of [text, html]) {
      expect(part).toContain('佐藤 葵 様');
      expect(part).toContain('24時間有効');
      expect(part).toMatch(/https:\/\/manabook\.school\.test\/set-password\?lng=jp#token=[\w-]{43}\b/);
    }
    expect(html).toContain('<html lang="ja">');
  });

  test('carries a name as it is, and nothing that the name pretends to be', async () => {
    const firstName = '<b>"Eve"</b>\r\nBcc: all@school.test {{link}}';
    const user = await addStaff(world, { role: 'Teacher', firstName, lastName: 'O’Neill' });
    await reset(user);
    const { headers, to, text = '', html = '' } = await mailFor(user.email);
    const oneLine = '<b>"Eve"</b> Bcc: all@school.test {{link}} O’Neill';
    expect(to).toEqual([{ address: user.email, name: oneLine }]);
    expect(headers.map(({ key }) => key)).not.toContain('bcc');
    expect(text).toContain(oneLine);
    expect(html).toContain('&lt;b&gt;&quot;Eve&quot;&lt;/b&gt; Bcc:');
    expect(html).not.toContain('<b>');
  });

  test('with the same link again is another mail for programs that drop a mail they have', async () => {
    const user = await addStaff(world, { role: 'Teacher' });
    await reset(user);
    await mailFor(user.email);
    await reset(user);
    const mails = await mailsTo(server, user.email, 2);
    expect(new Set(mails.map(tokenIn)).size).toBe(1);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
  });

  test('of a job is the same mail when the job runs again, also for a job that an earlier version has queued', async () => {
    const { db, secrets } = world.services;
    const user = await addStaff(world, { role: 'Teacher' });
    const linkId = await db.transaction((tx) =>
      createLink(tx, secrets, { userId: user.id, purpose: 'reset', requestedById: null, hours: 1 }),
    );
    const letterId = newId();
    for (const payload of [{ linkId }, { linkId, letterId }])
      for (const _ of [1, 2]) {
        const { length } = server.mails;
        const queued = ['mailAccountLink', JSON.stringify(payload)];
        await world.services.pool.query('select graphile_worker.add_job($1, $2::json)', queued);
        await expect.poll(() => server.mails.length, patience).toBe(length + 1);
      }
    const mails = await mailsTo(server, user.email, 4);
    const idOf = (id: string) => `<${id}@manabook.school.test>`;
    expect(mails.map(({ messageId }) => messageId)).toEqual([linkId, linkId, letterId, letterId].map(idOf));
  });

  test('is not sent for a link that another has replaced', async () => {
    const user = await addStaff(world, { role: 'Teacher', status: UserStatus.INVITED });
    await world.services.db.transaction(async (tx) => {
      for (let times = 0; times < 3; times += 1)
        await sendInvitation(world.services, tx, { user, requestedById: owner.id });
    });
    const waiting = async () => (await world.services.pool.query('select from graphile_worker.jobs')).rowCount;
    await expect.poll(waiting, patience).toBe(0);
    await mailFor(user.email);
  });
});

test('without a server each mail is a file in the outbox, also with the same link again', async () => {
  const quiet = await startWorld({ gateway: false });
  try {
    const user = await addStaff(quiet, { role: 'Teacher' });
    const { db, settings } = quiet.services;
    for (const _ of [1, 2])
      await db.transaction((tx) => sendPasswordReset(quiet.services, tx, { user, requestedById: null }));
    const folder = join(settings.dataDir, 'outbox');
    const files = () => readdir(folder).catch(() => []);
    await expect.poll(files, patience).toEqual(Array(2).fill(expect.stringMatching(/\.eml$/)));
    const [file = ''] = await files();
    const mail = await PostalMime.parse(await readFile(join(folder, file)));
    expect(mail.to?.[0]?.address).toBe(user.email);
    expect(mail.text).toContain('/set-password?lng=en#token=');
  } finally {
    await quiet.close();
  }
});

describe('a mail that does not go', () => {
  const jobs = async () => {
    const query = sql`select task_identifier as name, last_error as error from graphile_worker.jobs where attempts > 0 and locked_at is null`;
    return (await world.services.db.execute(query)).rows;
  };

  test('is tried again where the server refuses us, and given up where it knows no such address', async () => {
    const refused = await addStaff(world, { role: 'Teacher', email: `no-relay-${newId()}@school.test` });
    await reset(refused);
    await expect.poll(jobs, patience).toEqual([{ name: 'mailAccountLink', error: 'Error' }]);
    const unknown = await addStaff(world, { role: 'Teacher', email: `no-user-${newId()}@school.test` });
    await reset(unknown);
    const waiting = async () => (await queueFacts(world.services.db)).mails;
    await expect.poll(waiting, patience).toBe(1);
    expect(await jobs()).toHaveLength(1);
    expect(server.mails.map(({ to }) => to?.[0]?.address)).not.toContain(unknown.email);
  });

  test('is counted, whatever it says', async () => {
    const { db } = world.services;
    const before = (await queueFacts(db)).mails;
    const names = jobHandlers(world.services)
      .map(({ name }) => name)
      .filter((name) => /^mail|^requestLink$/.test(name));
    for (const name of names)
      await db.execute(sql`select graphile_worker.add_job(${name}, run_at := now() + interval '1 day')`);
    expect((await queueFacts(db)).mails).toBe(before + 6);
  });
});
