import { sql } from 'drizzle-orm';
import { rewriteSearchText } from '#api/domains/classes/search-text.ts';
import { newClassCode, newHashCode, newId } from '#api/ground/db/ids.ts';
import { classes, classProfiles, classSecondaryTeachers, memberships, profiles } from '#api/ground/db/schema.ts';
import { children } from './children.ts';
import { classPlans } from './class-plans.ts';
import { type MadeBook, type MadeClass, type Making, named, type Staff } from './school.ts';

interface Parts {
  readonly staff: Staff;
  readonly books: ReadonlyMap<string, MadeBook>;
}

/** The classes with their teachers and students, in the order of their plans. */
export async function makeClasses(making: Making, { staff, books }: Parts): Promise<MadeClass[]> {
  const { db, clock, dice } = making;
  const profileIds = await makeProfiles(making);
  const byKey = (key: string | null): string | null => (key === null ? null : named(staff, key));
  let next = 0;
  const made = classPlans(clock).map((plan): MadeClass => {
    const members = Array.from({ length: plan.students }, () => profileIds[next++ % profileIds.length] ?? '');
    return { id: newId(), plan, book: named(books, plan.book), profileIds: members };
  });

  await db.insert(classes).values(
    made.map(({ id, plan, book }) => {
      const [startDate, endDate] = plan.days;
      const createdAt = clock.at(startDate, -14 * 1440 + 540 + dice.below(400));
      return {
        id,
        classCode: newClassCode(),
        classHashCode: newHashCode(),
        className: plan.name,
        textbookId: book.id,
        startDate,
        endDate,
        status: plan.status,
        mainTeacherId: byKey(plan.main),
        schoolAdministratorId: byKey(plan.administrator),
        approvalRequired: plan.approvalRequired,
        createdAt,
        updatedAt: createdAt,
        updatedById: byKey(plan.administrator ?? 'admin'),
      };
    }),
  );
  await db
    .insert(classSecondaryTeachers)
    .values(
      made.flatMap(({ id, plan }) =>
        plan.secondary.map((key, position) => ({ classId: id, teacherId: named(staff, key), position })),
      ),
    );
  // An administrator has put them on the classes, so they are members of the schools.
  await db.execute(sql`
    insert into ${memberships} (school_id, user_id, role)
    select school_id, main_teacher_id, 'Teacher' from ${classes} where school_id is not null and main_teacher_id is not null
    union select school_id, teacher_id, 'Teacher' from ${classes}
      join ${classSecondaryTeachers} on class_id = ${classes.id} where school_id is not null
    on conflict do nothing`);
  await db
    .insert(classProfiles)
    .values(made.flatMap((one) => one.profileIds.map((profileId) => membership(making, { one, profileId }))));
  await rewriteSearchText(db, sql`true`);
  return made;
}

async function makeProfiles({ db, clock, dice }: Making): Promise<string[]> {
  const rows = children.map(([name, animal]) => {
    const createdAt = clock.at(clock.day(-600 - dice.below(60)), 540 + dice.below(300));
    const lastSeenAt = clock.at(clock.day(-dice.below(14)), 540 + dice.below(480));
    return { id: newId(), name, animal, createdAt, updatedAt: createdAt, lastSeenAt };
  });
  await db.insert(profiles).values(rows);
  return rows.map(({ id }) => id);
}

function membership({ clock, dice }: Making, { one, profileId }: { one: MadeClass; profileId: string }) {
  const [startDate, endDate] = one.plan.days;
  const lastDay = endDate < clock.today ? endDate : clock.day(-dice.below(10));
  return {
    classId: one.id,
    profileId,
    joinedAt: clock.at(startDate, 6 * 1440 + 540 + dice.below(200)),
    lastSeenAt: clock.at(lastDay, 540 + dice.below(480)),
  };
}
