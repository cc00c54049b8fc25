import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { isOneOf, lengthChecks } from './checks.ts';
import { createdAt, instant } from './columns.ts';

const languages = ['en', 'jp'] as const;

/** The identity of this installation: one row, written by the migration that creates the table. */
export const installation = pgTable(
  'installation',
  {
    /** Always true, so that there is one row. */
    only: boolean('only').primaryKey().default(true),
    /** The same id is in the media store, which shows that the database and the store belong together. */
    id: uuid('id').notNull(),
    /** When the id was written into the media store. Null: never, so a store without an id is not a lost one. */
    storeMarkedAt: instant('store_marked_at'),
    /** Whether this database has the demo school. */
    demo: boolean('demo').notNull().default(false),
    /** The demo accounts' own password, drawn when other machines reach the demo; null for the public password. */
    demoPassword: text('demo_password'),
    schoolName: text('school_name'),
    /** The language of mails to people who have not chosen a language. */
    language: text('language', { enum: languages }),
    /** SHA-256, in hexadecimal, of the key in the first-run page's link; null when no such link is open. */
    firstRunKeyHash: text('first_run_key_hash'),
    firstRunEndsAt: instant('first_run_ends_at'),
    /** When a real school was set up here. */
    setUpAt: instant('set_up_at'),
    createdAt: createdAt(),
  },
  (t) => [
    check('installation_is_one', sql`${t.only}`),
    check('installation_language_known', isOneOf(t.language, languages)),
    ...lengthChecks('installation', [
      [t.demoPassword, 1, 100],
      [t.schoolName, 1, 200],
      [t.firstRunKeyHash, 64, 64],
    ]),
  ],
);
