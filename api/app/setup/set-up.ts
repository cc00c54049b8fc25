import { eq } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { installation, users } from '#api/ground/db/schema.ts';
import { conflict } from '#api/ground/http/problems.ts';
import { auditedOf, columnsOf } from '#api/domains/users/write.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import type { SchoolValues } from '#schema/rules/setup.ts';
import type { User } from '#api/domains/users/scope.ts';

export type Installation = typeof installation.$inferSelect;

/** Locks the installation's row: of two concurrent set-ups, the second sees the first one's result. */
export async function holdInstallation(tx: Queryable): Promise<Installation> {
  const [row] = await tx.select().from(installation).for('update');
  if (!row) throw new Error('The table "installation" has no row: the database was not migrated');
  return row;
}

/** Whether the database has no users. */
export async function hasNobody(tx: Queryable): Promise<boolean> {
  return (await tx.select({ id: users.id }).from(users).limit(1)).length === 0;
}

interface SettingUp {
  readonly installation: Installation;
  readonly values: SchoolValues;
  /** The hash of the administrator's chosen password; null sends an invitation. */
  readonly passwordHash: string | null;
  /** The media store is a new one, so the next check marks it. */
  readonly newStore: boolean;
  readonly requestId: string;
}

/** Sets up a school with its first SuperAdmin in an empty installation; 409 when it has users. */
export async function setUp(
  tx: Queryable,
  { installation: { setUpAt }, values, passwordHash, newStore, requestId }: SettingUp,
): Promise<User> {
  if (setUpAt !== null) throw alreadySetUp();
  const { schoolName, language, ...person } = values;
  const superAdmin = {
    ...person,
    language,
    role: 'SuperAdmin',
    phoneNumber: null,
    phoneType: null,
    externalId: null,
    username: null,
  } as const;
  const id = newId();
  const status = passwordHash === null ? UserStatus.INVITED : UserStatus.ACTIVED;
  const [user] = await tx
    .insert(users)
    .values({ ...columnsOf(superAdmin, language), id, status, passwordHash, updatedById: id })
    .returning();
  if (!user) throw new Error('An insert gave no row back');
  const change = { action: 'create', entity: 'users', entityId: id, after: auditedOf(user) };
  await recordChange(tx, { userId: id, requestId }, change);
  await tx
    .update(installation)
    .set({
      ...{ schoolName, language, setUpAt: new Date(), firstRunKeyHash: null, firstRunEndsAt: null },
      ...(newStore && { storeMarkedAt: null }),
    })
    .where(eq(installation.only, true));
  return user;
}

const alreadySetUp = () =>
  conflict('messages.alreadySetUp', 'This school is already set up. Ask an administrator for an invitation.');
