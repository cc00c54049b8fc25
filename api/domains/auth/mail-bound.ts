import { sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { rateLimits } from '#api/ground/db/schema.ts';
import { ApiProblem, tooManyRequests } from '#api/ground/http/problems.ts';
import { storedKey } from '#api/ground/http/stored-counter.ts';
import type { Secrets } from '#api/ground/keys/secrets.ts';
import type { Uses } from '#api/ground/services.ts';

/**
 * The most account mails to one address in a day, by their cause. `others`: strangers ("forgot password") and staff
 * (invitations, resets, changes of the e-mail). `owner`: requests of the owner from a known place. `notice`: notices. A
 * flood of `others` uses up neither of the other two, so that the owner can still reset the password and still learns
 * of changes.
 */
const mailsADay = { others: 20, owner: 10, notice: 10 } as const;
export type MailKind = keyof typeof mailsADay;

const day = 24 * 60 * 60 * 1000;

interface Mail {
  readonly address: string;
  readonly kind: MailKind;
}

/** The key of an address's count in `rate_limits`. */
export const mailKey = (secrets: Secrets, { address, kind }: Mail): string =>
  storedKey(secrets, `account-mail-${kind}`, address.toLowerCase());

/** Counts a mail in the transaction that queues it; false when the address gets no more of the kind today. */
export async function countMail(store: Uses<'secrets'>, tx: Queryable, mail: Mail): Promise<boolean> {
  return (await secondsUntil(store, tx, mail)) === undefined;
}

/** Counts a mail that a member of staff asks for; 429 when the address gets no more today. */
export async function countMailAskedFor(store: Uses<'secrets'>, tx: Queryable, mail: Mail): Promise<void> {
  const seconds = await secondsUntil(store, tx, mail);
  if (seconds !== undefined) throw tooManyRequests(seconds, 'messages.tooManyMails');
}

/** Whether this is the refusal of `countMailAskedFor`: work on many people goes on without the one address. */
export const isTooManyMails = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.status === 429;

/** Counts a mail. Resolves to the seconds until the address gets mails again; undefined when the mail may go. */
async function secondsUntil(
  { secrets }: Uses<'secrets'>,
  tx: Queryable,
  { address, kind }: Mail,
): Promise<number | undefined> {
  const now = Date.now();
  const isOver = sql`${rateLimits.expire} <= ${now}`;
  const [row] = await tx
    .insert(rateLimits)
    .values({ key: mailKey(secrets, { address, kind }), points: 1, expire: now + day })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${isOver} then 1 else ${rateLimits.points} + 1 end`,
        expire: sql`case when ${isOver} then ${now + day} else ${rateLimits.expire} end`,
      },
    })
    .returning();
  if (!row || row.points <= mailsADay[kind]) return undefined;
  return Math.max(1, ((row.expire ?? now) - now) / 1000);
}
