import { randomInt } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import { and, eq, inArray, isNotNull, like, sql } from 'drizzle-orm';
import { demoDomain, demoPassword } from '#api/domains/auth/demo-accounts.ts';
import { hashPassword } from '#api/domains/auth/passwords.ts';
import { endAccess } from '#api/domains/users/account.ts';
import { installation, users } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';

// Without letters and digits that look alike. Sixteen of them are 79 bits.
const readable = 'abcdefghjkmnpqrstuvwxyz23456789';

const newPassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => readable[randomInt(readable.length)]).join('')).join(
    '-',
  );

/**
 * Gives the demo's accounts a password of their own, once, when other machines reach the demo: the usual password is
 * public. Accounts that had the usual password are signed out. The start prints the new password.
 */
export async function drawDemoPassword({ db, logger }: Uses<'db' | 'logger'>): Promise<void> {
  const drawn = newPassword();
  const passwordHash = await hashPassword(drawn);
  await db.transaction(async (tx) => {
    // The row's lock makes one process draw.
    const [row] = await tx.select().from(installation).for('update');
    if (!row?.demo || row.demoPassword !== null) return;
    const isOfDemo = and(like(sql`lower(${users.email})`, `%@${demoDomain}`), isNotNull(users.passwordHash));
    const hashes = await tx.selectDistinct({ hash: users.passwordHash }).from(users).where(isOfDemo);
    const usual: string[] = [];
    for (const { hash } of hashes) if (hash !== null && (await verify(hash, demoPassword))) usual.push(hash);
    const accounts = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(isOfDemo, inArray(users.passwordHash, usual)))
      .returning({ id: users.id });
    const ids = accounts.map(({ id }) => id);
    await endAccess(tx, ids, 'status');
    await tx.update(installation).set({ demoPassword: drawn }).where(eq(installation.only, true));
    logger.info({ accounts: accounts.length }, 'the demo accounts have a password of their own');
  });
}
