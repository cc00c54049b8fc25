import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { users } from '#api/db/schema.ts';
import { nameableAdministrators } from '#api/users/nameable.ts';
import type { MessageKey } from '#schema/problem.ts';
import type { Wish } from './references.ts';

type Administrator = { readonly id: string | null } | { readonly problem: MessageKey };

const fixed = { problem: 'messages.schoolAdministratorFixed' } as const;
const notAvailable = { problem: 'messages.schoolAdministratorNotAvailable' } as const;

/** Whose school a class belongs to. Only administrators choose freely: a class decides what a school owner sees. */
export async function administratorFor(tx: Queryable, wish: Wish): Promise<Administrator> {
  const wanted = wish.values.schoolAdministratorId;
  switch (wish.caller.kind) {
    case 'SuperAdmin':
    case 'Administrator':
      if (wanted === null || wanted === wish.current?.schoolAdministratorId) return { id: wanted };
      return (await isNameable(tx, wish, wanted)) ? { id: wanted } : notAvailable;
    case 'SchoolOwner':
      if (wanted !== null && wanted !== wish.caller.userId) return fixed;
      return (await isNameable(tx, wish, wish.caller.userId)) ? { id: wish.caller.userId } : notAvailable;
    case 'Teacher':
      return wish.current ? keep(wish.current.schoolAdministratorId, wanted) : ofTeachersSchool(tx, wish);
  }
}

// Left out means as it was.
const keep = (current: string | null, wanted: string | null): Administrator =>
  wanted === null || wanted === current ? { id: current } : fixed;

// A new class belongs to the school its teacher works for; who works for several says for which.
async function ofTeachersSchool(tx: Queryable, wish: Wish): Promise<Administrator> {
  const wanted = wish.values.schoolAdministratorId;
  if (wanted !== null) return (await isNameable(tx, wish, wanted)) ? { id: wanted } : notAvailable;
  const schools = await tx
    .select({ id: users.id })
    .from(users)
    .where(nameableAdministrators(wish.caller))
    .limit(2)
    .for('share');
  return { id: schools.length === 1 ? (schools[0]?.id ?? null) : null };
}

// The lock keeps whoever is named from being deleted until the class is written.
async function isNameable(tx: Queryable, { caller }: Wish, id: string): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), nameableAdministrators(caller)))
    .for('share');
  return found.length > 0;
}
