import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  pgTable,
  pgView,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { roles } from '#schema/access.ts';
import { PhoneType, UserStatus } from '#schema/rest/enumerations.ts';
import { isOneOf, lengthChecks } from './checks.ts';
import {
  editing,
  changesIndex,
  editingIndexes,
  id,
  instant,
  namesOfStaff,
  searchIndex,
  searchText,
  shortSearchIndex,
  softDeletion,
  trashIndex,
} from './columns.ts';

export const userId = (): AnyPgColumn => users.id;

/** The names of the people who made or changed rows, readable behind the wall between schools too. */
export const staffNames = pgView('staff_names', {
  id: uuid('id').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
}).existing();

/** Members of staff. Students are `profiles`. */
export const users = pgTable(
  'users',
  {
    id: id(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    username: text('username'),
    role: text('role', { enum: roles }).notNull(),
    /** Digits only; the masks of section 9 format them. */
    phoneNumber: text('phone_number'),
    phoneType: smallint('phone_type').$type<PhoneType>(),
    status: smallint('status').$type<UserStatus>().notNull().default(UserStatus.INVITED),
    passwordHash: text('password_hash'),
    language: text('language', { enum: ['en', 'jp'] })
      .notNull()
      .default('en'),
    lastSignInAt: instant('last_sign_in_at'),
    invitedById: uuid('invited_by_id').references(userId, { onDelete: 'set null' }),
    invitedAt: instant('invited_at'),
    /** In the school's own system. */
    externalId: text('external_id'),
    /**
     * Whether the row is a service account: no person, but the author of the changes by its API key. Such a row is
     * deleted from the start, so that lists, pickers, sign-in and mails leave it out like deleted people.
     */
    serviceAccount: boolean('service_account').notNull().default(false),
    searchText: searchText(),
    ...editing(userId),
    ...softDeletion(userId),
  },
  (t) => [
    uniqueIndex('users_email_unique')
      .on(sql`lower(${t.email})`)
      .where(sql`${t.deletedAt} is null`),
    uniqueIndex('users_username_unique')
      .on(sql`lower(${t.username})`)
      .where(sql`${t.deletedAt} is null`),
    uniqueIndex('users_external_id_unique')
      .on(t.externalId)
      .where(sql`${t.deletedAt} is null`),
    check('users_role_known', isOneOf(t.role, roles)),
    check('users_status_known', isOneOf(t.status, Object.values(UserStatus))),
    check('users_language_known', isOneOf(t.language, ['en', 'jp'])),
    check(
      'users_service_account_hidden',
      sql`not ${t.serviceAccount} or (${t.deletedAt} is not null and ${t.passwordHash} is null)`,
    ),
    check('users_person_has_two_names', sql`${t.serviceAccount} or char_length(${t.lastName}) > 0`),
    // An @ in it would make the login field mean two accounts.
    check('users_username_form', sql`${t.username} !~ '[@[:space:]]'`),
    // A number without its type would make the comparison unknown, which a check lets pass.
    check(
      'users_phone_form',
      sql`${t.phoneNumber} is null or coalesce(
        (${t.phoneType} = ${sql.raw(String(PhoneType.LANDLINE))} and ${t.phoneNumber} ~ '^[0-9]{10}$')
        or (${t.phoneType} = ${sql.raw(String(PhoneType.MOBILE))} and ${t.phoneNumber} ~ '^[0-9]{11}$'), false)`,
    ),
    ...lengthChecks('users', [
      [t.firstName, 1, 200],
      [t.lastName, 0, 200],
      [t.email, 3, 254],
      [t.username, 1, 100],
      [t.externalId, 1, 200],
    ]),
    index('users_name_idx')
      .on(sql`lower(${t.lastName})`, sql`lower(${t.firstName})`, t.id)
      .where(sql`${t.deletedAt} is null`),
    index('users_role_idx')
      .on(t.role, t.status, t.id)
      .where(sql`${t.deletedAt} is null`),
    index('users_status_idx')
      .on(t.status, t.id)
      .where(sql`${t.deletedAt} is null`),
    index('users_created_idx')
      .on(t.createdAt, t.id)
      .where(sql`${t.deletedAt} is null`),
    index('users_last_sign_in_idx')
      .on(t.lastSignInAt, t.id)
      .where(sql`${t.deletedAt} is null`),
    // For the newest sign-ins first: a backward scan of the index above would begin with the people who never signed in.
    index('users_latest_sign_in_idx')
      .on(t.lastSignInAt.desc().nullsLast(), t.id.desc().nullsFirst())
      .where(sql`${t.deletedAt} is null`),
    // The id is in the index, so that an index-only scan finds the people that a person invited.
    index('users_invited_by_idx').on(t.invitedById, t.id),
    index('users_deleted_idx')
      .on(t.deletedAt)
      .where(sql`${t.deletedAt} is not null`),
    searchIndex('users', t),
    shortSearchIndex('users', t),
    trashIndex('users', t, namesOfStaff(t)),
    ...editingIndexes('users', t),
    changesIndex('users', t),
  ],
);
