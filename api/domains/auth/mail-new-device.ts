import { eq } from 'drizzle-orm';
import { users } from '#api/ground/db/schema.ts';
import { oneLine } from '#api/ground/mail/letter.ts';
import type { Uses } from '#api/ground/services.ts';
import { localeOf } from '#schema/languages.ts';
import { staffName } from '#schema/staff-name.ts';
import type { NewDeviceNotice } from './jobs.ts';

/** Mails a person that somebody signed in to their account on a device where they never did. */
export async function sendNewDeviceNotice(
  { db, settings, mailer, mailWords }: Uses<'db' | 'settings' | 'mailer' | 'mailWords'>,
  { id, userId, browser, os, network, signedInAt }: NewDeviceNotice,
): Promise<void> {
  const [person] = await db.select().from(users).where(eq(users.id, userId));
  if (!person || person.deletedAt) return;
  const { language, email } = person;
  const say = mailWords[language];
  const name = oneLine(staffName(person));
  const at = new Intl.DateTimeFormat(localeOf(language), {
    timeZone: settings.timeZone,
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(new Date(signedInAt));
  const device = [browser, os].filter((part) => part !== null).join(' · ') || say('unknownDevice');
  await mailer.send({
    id,
    to: { name, address: email },
    language,
    subject: say('newDeviceSubject'),
    greeting: say('greeting', { name }),
    before: [say('newDevice', { email, at }), say('newDeviceFrom', { device: oneLine(device), network })],
    button: say('newDeviceButton'),
    link: `${settings.publicUrl}/account?lng=${language}`,
    after: [say('newDeviceIgnore')],
  });
}
