import { and, asc, eq, gte, inArray, isNull } from 'drizzle-orm';
import { classUrl } from '#api/domains/classes/detail.ts';
import { textBookIsPublished } from '#api/domains/textbooks/scope.ts';
import { classes, installation, textbooks, users } from '#api/ground/db/schema.ts';
import { schoolDay } from '#api/ground/school-day.ts';
import type { Services } from '#api/app/services.ts';
import type { Role } from '#schema/access.ts';
import { ClassStatus, UserStatus } from '#schema/rest/enumerations.ts';
import { demoAccounts, demoPassword } from '#api/domains/auth/demo-accounts.ts';

export interface DemoSchool {
  readonly accounts: readonly { readonly email: string; readonly role: Role }[];
  readonly password: string;
  readonly className: string;
  readonly classUrl: string;
}

/** The accounts and the class code that the start shows; null when the demo school does not exist any more, or yet. */
export async function demoSchoolOf({ db, settings }: Services): Promise<DemoSchool | null> {
  const emails = demoAccounts.map(({ email }) => email);
  const present = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(inArray(users.email, emails), eq(users.status, UserStatus.ACTIVED), isNull(users.deletedAt)));
  const accounts = demoAccounts.filter(({ email }) => present.some((account) => account.email === email));
  const teacher = present.find(({ email }) => email === demoAccounts.find(({ role }) => role === 'Teacher')?.email);
  if (!teacher) return null;
  const [open] = await db
    .select({ className: classes.className, classHashCode: classes.classHashCode })
    .from(classes)
    .innerJoin(textbooks, eq(textbooks.id, classes.textbookId))
    .where(
      and(
        eq(classes.mainTeacherId, teacher.id),
        eq(classes.status, ClassStatus.ACTIVE),
        gte(classes.endDate, schoolDay(settings.timeZone)),
        isNull(classes.deletedAt),
        textBookIsPublished,
      ),
    )
    .orderBy(asc(classes.id))
    .limit(1);
  const [row] = await db.select({ demoPassword: installation.demoPassword }).from(installation);
  return (
    (open && {
      accounts,
      password: row?.demoPassword ?? demoPassword,
      className: open.className,
      classUrl: classUrl(settings, open.classHashCode),
    }) ??
    null
  );
}
