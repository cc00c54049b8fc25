import { and, count, eq } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { instantText } from '#api/ground/db/instant-text.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { passkeys } from '#api/ground/db/schema.ts';
import type { Passkey } from '#schema/rest/passkeys.ts';

type StoredPasskey = typeof passkeys.$inferSelect;

export const passkeyShape = ({ id, name, synced, createdAt, lastUsedAt }: StoredPasskey): Passkey => ({
  ...{ id, name, synced },
  createdAt: createdAt.toISOString(),
  dateCreated: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

const passkeysOfPerson = preparedQuery(['userId'], (db: Queryable, { userId }) =>
  db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      synced: passkeys.synced,
      createdAt: instantText(passkeys.createdAt),
      lastUsedAt: instantText(passkeys.lastUsedAt),
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(passkeys.createdAt, passkeys.id),
);

/** A person's passkeys, the oldest first. */
export async function passkeysOf(db: Queryable, userId: string): Promise<Passkey[]> {
  const rows = await passkeysOfPerson(db, { userId });
  return rows.map((row) => ({ dateCreated: row.createdAt, ...row }));
}

/** The credential ids of a person's passkeys, by which a browser finds them. */
export async function credentialsOf(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db.select({ id: passkeys.credentialId }).from(passkeys).where(eq(passkeys.userId, userId));
  return rows.map(({ id }) => id);
}

export async function hasPasskey(db: Queryable, userId: string): Promise<boolean> {
  const [row] = await db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId)).limit(1);
  return row !== undefined;
}

export async function countPasskeys(db: Queryable, userId: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  return row?.total ?? 0;
}

/** For `where`: one of the caller's own. */
export const isOwn = (id: string, userId: string) => and(eq(passkeys.id, id), eq(passkeys.userId, userId));
