import { randomBytes } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { secrets } from '#api/db/schema.ts';

const names = ['tokens', 'refresh', 'links', 'accountLinks'] as const;

/** The keys every API process shares: `tokens` signs JWTs, `refresh` derives successors, `links` signs file paths, `accountLinks` derives mailed tokens. */
export type Secrets = Readonly<Record<(typeof names)[number], Uint8Array>>;

/** Reads the keys, making those that are missing; processes that start together end up with the same ones. */
export async function loadSecrets(db: Queryable): Promise<Secrets> {
  const fresh = names.map((name) => ({ name, value: randomBytes(32).toString('base64url') }));
  await db.insert(secrets).values(fresh).onConflictDoNothing();
  const rows = await db.select().from(secrets).where(inArray(secrets.name, names));
  const stored = new Map(rows.map(({ name, value }) => [name, Buffer.from(value, 'base64url')]));
  const key = (name: (typeof names)[number]): Uint8Array => {
    const value = stored.get(name);
    if (!value) throw new Error(`The secret ${name} was not stored`);
    return value;
  };
  return {
    tokens: key('tokens'),
    refresh: key('refresh'),
    links: key('links'),
    accountLinks: key('accountLinks'),
  };
}
