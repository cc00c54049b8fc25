import { eq } from 'drizzle-orm';
import { users, webhooks } from '#api/ground/db/schema.ts';
import { oneLine } from '#api/ground/mail/letter.ts';
import type { Uses } from '#api/ground/services.ts';
import { staffName } from '#schema/staff-name.ts';
import type { WebhookOffMail } from './jobs.ts';

/** Mails that a webhook was switched off, with the way to its screen. Nothing once it is on again or removed. */
export async function sendWebhookOff(
  { db, settings, mailer, mailWords }: Uses<'db' | 'settings' | 'mailer' | 'mailWords'>,
  { id, webhookId, userId }: WebhookOffMail,
): Promise<void> {
  const [webhook] = await db.select().from(webhooks).where(eq(webhooks.id, webhookId));
  const [person] = await db.select().from(users).where(eq(users.id, userId));
  if (!person || !webhook || (webhook.state !== 'gone' && webhook.state !== 'failing')) return;
  const say = mailWords[person.language];
  const name = oneLine(staffName(person));
  const values = { webhook: oneLine(webhook.name), host: new URL(webhook.url).host };
  await mailer.send({
    id,
    to: { name, address: person.email },
    language: person.language,
    subject: say('webhookOffSubject', values),
    greeting: say('greeting', { name }),
    before: [say(webhook.state === 'gone' ? 'webhookGone' : 'webhookFailing', values)],
    button: say('webhookOffButton'),
    link: `${settings.publicUrl}/webhooks/${webhook.id}?lng=${person.language}`,
    after: [say('webhookOffNext')],
  });
}
