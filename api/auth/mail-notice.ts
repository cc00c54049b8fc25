import { inArray } from 'drizzle-orm';
import { users } from '#api/db/schema.ts';
import type { Task } from '#api/jobs/task.ts';
import { oneLine } from '#api/mail/letter.ts';
import { staffName } from '#schema/staff-name.ts';

interface AccountNotice {
  /** The letter's own. */
  readonly id: string;
  readonly userId: string;
  /** Where it goes: the address that the account has, or had. */
  readonly address: string;
  readonly kind: 'emailAsked' | 'emailChanged';
  /** The new e-mail. */
  readonly email: string;
  /** Who did it; null when the person did. */
  readonly byId: string | null;
}

/** Tells somebody what happened to their account, so that they notice what they did not do. */
export const mailNotice: Task<AccountNotice> = (services) => async (notice) => {
  const { db, settings, mailer, mailWords } = services;
  const { id, userId, address, kind, email, byId } = notice;
  const people = await db
    .select()
    .from(users)
    .where(inArray(users.id, [userId, byId ?? userId]));
  const person = people.find((one) => one.id === userId);
  if (!person) return;
  const say = mailWords[person.language];
  const by = people.find((one) => one.id === byId);
  const name = oneLine(staffName(person));
  await mailer.send({
    id,
    to: { name, address },
    language: person.language,
    subject: say(`${kind}Subject`),
    greeting: say('greeting', { name }),
    before: [by ? say(`${kind}By`, { name: oneLine(staffName(by)), email, address }) : say(kind, { email, address })],
    button: say('openButton'),
    link: `${settings.publicUrl}/login?lng=${person.language}`,
    after: [say(`${kind}Ignore`)],
  });
};
