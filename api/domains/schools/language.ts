import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { schools, users } from '#api/ground/db/schema.ts';
import type { Language } from '#schema/languages.ts';
import { SchoolLanguage } from '#schema/rest/enumerations.ts';
import { schoolsOwnedBy } from './scope.ts';

const languageOf: Readonly<Record<SchoolLanguage, Language | undefined>> = {
  [SchoolLanguage.NONE]: undefined,
  [SchoolLanguage.EN]: 'en',
  [SchoolLanguage.JP]: 'jp',
};

/** The mail language of a school's new people. */
export async function languageOfSchool(db: Queryable, schoolId: string): Promise<Language> {
  const [school] = await db.select({ language: schools.language }).from(schools).where(eq(schools.id, schoolId));
  return (school && languageOf[school.language]) ?? 'en';
}

/**
 * The mail language for an invited person: the common choice of all the inviter's schools, else the inviter's own
 * language.
 */
export async function languageOfInvited(db: Queryable, inviterId: string): Promise<Language> {
  const rows = await db
    .selectDistinct({ language: schools.language })
    .from(schools)
    .where(sql`${schools.id} in ${schoolsOwnedBy(inviterId)}`)
    .limit(2);
  const [only, second] = rows;
  const chosen = only && !second ? languageOf[only.language] : undefined;
  if (chosen !== undefined) return chosen;
  const [inviter] = await db.select({ language: users.language }).from(users).where(eq(users.id, inviterId));
  return inviter?.language ?? 'en';
}
