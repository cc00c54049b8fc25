import { eq, sql } from 'drizzle-orm';
import type { Email } from 'postal-mime';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { accountLinks, users } from '#api/ground/db/schema.ts';
import { readSettings } from '#api/ground/settings/settings.ts';
import type { Language } from '#schema/languages.ts';
import { acceptInvitation, forgotPassword, passwordLink, updatePassword } from '#schema/rest/auth.ts';
import { createUser } from '#schema/rest/users.ts';
import { resendInvitation, resetUserPassword } from '#schema/rest/user-accounts.ts';
import { answerOf, problemOf } from '#tests/support/answers.ts';
import { ownMailServer } from '#tests/support/own-mail-server.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { ownWorld } from '#tests/support/world.ts';
import { mailsTo, tokenIn } from './mail-box.ts';
import { addStaff, type Member, send, signInAs, tokenOf } from './school.ts';

const password = 'a password of mine';
const environment = { DATABASE_URL: 'postgres://elsewhere', RESET_LINK_HOURS: '1', INVITATION_DAYS: '3' };
const { resetLinkHours, invitationDays } = readSettings(environment);

const server = ownMailServer();
const world = ownWorld(() => ({ gateway: false, api: { smtpUrl: server.url, resetLinkHours, invitationDays } }));
let token: string;
let passwordHash: string;

beforeAll(async () => {
  token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
  passwordHash = await quickHash('the password before');
});

async function invited(language: Language) {
  const person = { email: `${newId()}@school.test`, firstName: 'Aya', lastName: 'Mori', role: 'Teacher', language };
  return answerOf(createUser, send(world, createUser, { token, body: person }));
}
const active = (language: Language): Promise<Member> => addStaff(world, { role: 'Teacher', language, passwordHash });

const stateOf = async (link: string) =>
  (await answerOf(passwordLink, send(world, passwordLink, { query: { token: link } }))).state;
const body = (link: string) => ({ token: link, password, confirmPassword: password });
const accept = (link: string) => send(world, acceptInvitation, { body: body(link) });
const update = (link: string) => send(world, updatePassword, { body: body(link) });

/** Ages a person's links by a period. */
const passes = (userId: string, minutes: number) =>
  world.services.db
    .update(accountLinks)
    .set({ expiresAt: sql`${accountLinks.expiresAt} - ${minutes} * interval '1 minute'` })
    .where(eq(accountLinks.userId, userId));

const words = {
  en: { invitation: 'expires in 3 days:', reset: 'expires in 1 hour:', html: '<html lang="en">' },
  jp: { invitation: '3日間有効（', reset: '1時間有効（', html: '<html lang="ja">' },
} as const;

function expectWords(
  { text = '', html = '' }: Email | Record<string, never>,
  language: Language,
  kind: 'invitation' | 'reset',
) {
  for (const part of [text, html]) {
    expect(part).toContain(words[language][kind]);
    expect(part).toContain(`?lng=${language}#token=`);
  }
  expect(html).toContain(words[language].html);
}

describe.each(['en', 'jp'] as const)('a mail in the language %s', (language) => {
  test('invites whom staff create, tells its days, and its link works once', async () => {
    const { id, email } = await invited(language);
    const [mail] = await mailsTo(server, email, 1);
    expectWords(mail ?? {}, language, 'invitation');
    const link = tokenIn(mail);
    await passes(id, 3 * 24 * 60 - 1);
    await accept(link).expect(204);
    await signInAs(world, { email, password });
    expect((await problemOf(accept(link), 400)).messageKey).toBe('messages.linkInvalid');
  });

  test('invites again, and only the newer link works, once', async () => {
    const { id, email } = await invited(language);
    await mailsTo(server, email, 1);
    await answerOf(resendInvitation, send(world, resendInvitation, { token, params: { id } }));
    const [first, second] = await mailsTo(server, email, 2);
    expectWords(second ?? {}, language, 'invitation');
    expect((await problemOf(accept(tokenIn(first)), 400)).messageKey).toBe('messages.linkInvalid');
    await accept(tokenIn(second)).expect(204);
    await problemOf(accept(tokenIn(second)), 400);
    await signInAs(world, { email, password });
  });

  test('sets a password for whoever has forgotten theirs, tells its hours, and its link works once', async () => {
    const { id, email } = await active(language);
    expect((await send(world, forgotPassword, { body: { email, language } }).expect(202)).body).toEqual({
      validHours: 1,
    });
    const [mail] = await mailsTo(server, email, 1);
    expectWords(mail ?? {}, language, 'reset');
    await passes(id, 59);
    await update(tokenIn(mail)).expect(204);
    await signInAs(world, { email, password });
    expect((await problemOf(update(tokenIn(mail)), 400)).messageKey).toBe('messages.linkInvalid');
  });

  test('sets a password for whom staff send it to, and its link works once', async () => {
    const { id, email } = await active(language);
    await send(world, resetUserPassword, { token, params: { id } }).expect(204);
    const [mail] = await mailsTo(server, email, 1);
    expectWords(mail ?? {}, language, 'reset');
    await update(tokenIn(mail)).expect(204);
    await problemOf(update(tokenIn(mail)), 400);
    await signInAs(world, { email, password });
  });

  test('is over when its time is, to the minute', async () => {
    const [guest, member] = [await invited(language), await active(language)];
    await send(world, resetUserPassword, { token, params: { id: member.id } }).expect(204);
    for (const [{ id, email }, minutes, use] of [
      [guest, 3 * 24 * 60, accept],
      [member, 60, update],
    ] as const) {
      const [mail] = await mailsTo(server, email, 1);
      const link = tokenIn(mail);
      await passes(id, minutes - 1);
      expect(await stateOf(link)).toBe('live');
      await passes(id, 1);
      expect(await stateOf(link)).toBe('expired');
      expect((await problemOf(use(link), 400)).messageKey).toBe('messages.linkExpired');
    }
    const [row] = await world.services.db.select().from(users).where(eq(users.id, guest.id));
    expect(row?.passwordHash).toBeNull();
  });
});
