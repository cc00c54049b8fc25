import { and, inArray, isNull, like, sql } from 'drizzle-orm';
import { endAccess } from '#api/domains/users/account.ts';
import { passkeys, providerIdentities, secondFactors, users } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';
import { demoDomain, demoPassword } from './demo-accounts.ts';

/** Whether an account is one of the demo school's, by its address. */
export const isDemoAccount = ({ email }: { readonly email: string }): boolean =>
  email.toLowerCase().endsWith(`@${demoDomain}`);

/**
 * Whether a sign-in belongs to the demo school, whose password is public. The password alone is enough: an account
 * whose address was changed stays a demo account until its password is changed too.
 */
export const isDemoSignIn = (account: { readonly email: string }, password: string): boolean =>
  isDemoAccount(account) || password === demoPassword;

/**
 * Ends the demo accounts' access: sessions with their tokens, mailed links and API keys. Passkeys, second factors and
 * the links to providers go too: whoever had the public password may have made them.
 */
export async function endDemoAccounts({ db, logger }: Uses<'db' | 'logger'>): Promise<void> {
  const accounts = await db
    .select({ id: users.id })
    .from(users)
    .where(and(like(sql`lower(${users.email})`, `%@${demoDomain}`), isNull(users.deletedAt)));
  if (accounts.length === 0) return;
  await db.transaction(async (tx) => {
    const ids = accounts.map(({ id }) => id);
    await endAccess(tx, ids, 'status');
    for (const table of [passkeys, secondFactors, providerIdentities])
      await tx.delete(table).where(inArray(table.userId, ids));
  });
  logger.info({ accounts: accounts.length }, 'the demo accounts cannot sign in');
}
