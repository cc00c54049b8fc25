import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '#api/ground/db/client.ts';
import { accountLinks, users } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';
import { existingLinkToken, renewLinkToken } from './account-links.ts';
import type { AccountLinkMail } from './jobs.ts';
import { linkLetter } from './link-letter.ts';

/** Sends the mail of an invitation, a reset or a new e-mail; nothing when the link has ended since. */
export async function sendAccountLink(
  { db, secrets, settings, mailer, mailWords }: Uses<'db' | 'secrets' | 'settings' | 'mailer' | 'mailWords'>,
  payload: AccountLinkMail,
): Promise<void> {
  const found = await findLinkMail(db, payload.linkId);
  if (!found) return;
  const { link, person, sender } = found;
  const over = link.usedAt ?? link.voidedAt ?? person.deletedAt;
  if (over !== null || link.expiresAt <= new Date()) return;
  const { purpose, expiresAt, email } = link;
  const language = payload.language ?? person.language;
  const token = existingLinkToken(secrets, link) ?? (await renewLinkToken(db, secrets, link.id));
  const mail = { id: payload.letterId ?? link.id, token, purpose, language, expiresAt, email, person, sender };
  await mailer.send(linkLetter(mail, { settings, words: mailWords }));
}

const senders = alias(users, 'senders');

async function findLinkMail(db: Queryable, linkId: string) {
  const [found] = await db
    .select({
      link: accountLinks,
      person: users,
      sender: { firstName: senders.firstName, lastName: senders.lastName },
    })
    .from(accountLinks)
    .innerJoin(users, eq(users.id, accountLinks.userId))
    .leftJoin(senders, eq(senders.id, accountLinks.requestedById))
    .where(eq(accountLinks.id, linkId));
  return found;
}
