import { inArray } from 'drizzle-orm';
import { users } from '#api/ground/db/schema.ts';
import { oneLine } from '#api/ground/mail/letter.ts';
import type { Uses } from '#api/ground/services.ts';
import { staffName } from '#schema/staff-name.ts';
import type { AccountNotice } from './jobs.ts';

/** Mails a notice about a change of an account, so that its owner notices changes by others. */
export async function sendNotice(
  { db, settings, mailer, mailWords }: Uses<'db' | 'settings' | 'mailer' | 'mailWords'>,
  { id, userId, address, kind, email, byId }: AccountNotice,
): Promise<void> {
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
    before: [
      by && (kind === 'emailAsked' || kind === 'emailChanged' || kind === 'secondFactorOff')
        ? say(`${kind}By`, { name: oneLine(staffName(by)), email, address })
        : say(kind, { email, address }),
    ],
    button: say('openButton'),
    link: `${settings.publicUrl}/login?lng=${person.language}`,
    after: [say(`${kind}Ignore`)],
  });
}
