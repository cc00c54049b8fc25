import { isNull, and, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { users } from '#api/db/schema.ts';
import { unstorableField } from '#api/http/unstorable.ts';
import { reaches, type Role } from '#schema/access.ts';
import { fieldErrors } from '#schema/problem.ts';
import { type UserValues, userRules } from '#schema/rules/users.ts';
import type { ImportField, Vocabulary } from './columns.ts';

/** The cells of a row by the fields they are for, as they stand in the file. */
export type Cells = Partial<Record<ImportField, string>>;

export interface RowError {
  readonly field: string;
  readonly messageKey: string;
}

/** What a row comes to: somebody to invite, or what is wrong with it. */
export type Reading = { readonly values: UserValues } | { readonly errors: readonly RowError[] };

/** Reads one row by the rules of the form, for somebody of this role. */
export function readRow(cells: Cells, { role: ownRole, words }: { role: Role; words: Vocabulary }): Reading {
  const { role = '', phoneType = '', language = '', ...texts } = cells;
  const parsed = userRules.safeParse({
    ...texts,
    role: role.trim() === '' ? undefined : (words.role(role) ?? role),
    phoneType: phoneType.trim() === '' ? null : (words.phoneType(phoneType) ?? phoneType),
    language: language.trim() === '' ? null : (words.language(language) ?? language),
  });
  if (!parsed.success) return { errors: flat(fieldErrors(parsed.error)) };
  const unstorable = unstorableField(parsed.data);
  if (unstorable !== undefined) return oneError(unstorable, 'messages.invalidValue');
  if (!reaches(ownRole, parsed.data.role)) return oneError('role', 'messages.roleAboveOwn');
  return { values: parsed.data };
}

export const oneError = (field: string, messageKey: string): Reading => ({ errors: [{ field, messageKey }] });

const flat = (errors: Readonly<Record<string, readonly string[]>>): RowError[] =>
  Object.entries(errors).flatMap(([field, keys]) => keys.map((messageKey) => ({ field, messageKey })));

/** Those of some e-mails, in lower case, that belong to somebody. */
export async function takenEmails(db: Queryable, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const email = sql<string>`lower(${users.email})`;
  const found = await db
    .select({ email })
    .from(users)
    .where(and(inArray(email, [...emails]), isNull(users.deletedAt)));
  return new Set(found.map((user) => user.email));
}
