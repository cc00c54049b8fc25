import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '#api/db/client.ts';
import { accountLinks, users } from '#api/db/schema.ts';
import type { Task } from '#api/jobs/task.ts';
import type { Language } from '#schema/languages.ts';
import { linkTokenAgain, renewLinkToken } from './account-links.ts';
import { linkLetter } from './link-letter.ts';

interface AccountLinkMail {
  readonly linkId: string;
  readonly language?: Language;
}

/** Writes and sends the mail of an invitation, a reset or a new e-mail. A link that has ended meanwhile is mailed no more. */
export const mailAccountLink: Task<AccountLinkMail> = (services) => async (payload) => {
  const { db, secrets, settings, mailer, mailWords } = services;
  const found = await findLinkMail(db, payload.linkId);
  if (!found) return;
  const { link, person, sender } = found;
  const over = link.usedAt ?? link.voidedAt ?? person.deletedAt;
  if (over !== null || link.expiresAt <= new Date()) return;
  const { purpose, expiresAt, email } = link;
  const language = payload.language ?? person.language;
  const token = linkTokenAgain(secrets, link) ?? (await renewLinkToken(db, secrets, link.id));
  const mail = { linkId: link.id, token, purpose, language, expiresAt, email, person, sender };
  await mailer.send(linkLetter(mail, { settings, words: mailWords }));
};

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
