import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { memberRoles } from '#schema/access.ts';
import { lengthChecks } from './checks.ts';
import { createdAt, editing, id, instant } from './columns.ts';
import { schools } from './schools.ts';
import { userId, users } from './users.ts';

/** The providers of OpenID Connect by which the people of a school sign in. */
export const signInProviders = pgTable(
  'sign_in_providers',
  {
    id: id(),
    schoolId: uuid('school_id')
      .notNull()
      .references(() => schools.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    issuer: text('issuer').notNull(),
    clientId: text('client_id').notNull(),
    /** Encrypted for this row (api/ground/keys/seal.ts). */
    sealedSecret: text('sealed_secret').notNull(),
    /** Domains of e-mails, in lower case. No two providers have the same domain. */
    domains: text('domains').array().notNull(),
    /** The roles of the school's members who may sign in by this provider. */
    roles: text('roles', { enum: memberRoles }).array().notNull(),
    createsTeachers: boolean('creates_teachers').notNull().default(false),
    ...editing(userId),
  },
  (t) => [
    ...lengthChecks('sign_in_providers', [
      [t.name, 1, 100],
      [t.issuer, 1, 500],
      [t.clientId, 1, 500],
      [t.sealedSecret, 1, 12_000],
    ]),
    check('sign_in_providers_domains_count', sql`cardinality(${t.domains}) between 1 and 20`),
    check(
      'sign_in_providers_roles_known',
      sql`cardinality(${t.roles}) > 0 and ${t.roles} <@ array[${sql.raw(memberRoles.map((role) => `'${role}'`).join(', '))}]`,
    ),
    index('sign_in_providers_school_idx').on(t.schoolId),
    index('sign_in_providers_domains_idx').using('gin', t.domains),
    index('sign_in_providers_updated_by_idx')
      .on(t.updatedById)
      .where(sql`${t.updatedById} is not null`),
  ],
);

/** Sign-ins at a provider that have no answer yet. An answer deletes its row, so each is used once. */
export const providerLogins = pgTable(
  'provider_logins',
  {
    /** SHA-256 of the state. */
    hash: text('hash').primaryKey(),
    providerId: uuid('provider_id')
      .notNull()
      .references(() => signInProviders.id, { onDelete: 'cascade' }),
    /** The value that the provider's token must repeat. */
    nonce: text('nonce').notNull(),
    /** The secret of PKCE, which proves that the same browser starts and completes the sign-in. */
    codeVerifier: text('code_verifier').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    ...lengthChecks('provider_logins', [
      [t.hash, 64, 64],
      [t.nonce, 1, 200],
      [t.codeVerifier, 1, 200],
    ]),
    index('provider_logins_provider_idx').on(t.providerId),
    index('provider_logins_expires_idx').on(t.expiresAt),
  ],
);

/** People who signed in by a provider. From then on the subject identifies a person, whatever the e-mail is. */
export const providerIdentities = pgTable(
  'provider_identities',
  {
    id: id(),
    providerId: uuid('provider_id')
      .notNull()
      .references(() => signInProviders.id, { onDelete: 'cascade' }),
    /** The provider's id of the person, which never changes. */
    subject: text('subject').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
  },
  (t) => [
    unique('provider_identities_subject_unique').on(t.providerId, t.subject),
    unique('provider_identities_user_unique').on(t.providerId, t.userId),
    ...lengthChecks('provider_identities', [[t.subject, 1, 255]]),
    index('provider_identities_user_idx').on(t.userId),
  ],
);
