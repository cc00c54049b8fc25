import { newId } from '#api/ground/db/ids.ts';
import { auditLog } from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import { ClassStatus, UserStatus } from '#schema/rest/enumerations.ts';
import { people } from './people.ts';
import { type MadeBook, type MadeClass, type Making, named, type Staff } from './school.ts';
import { staffName } from '#schema/staff-name.ts';

type Kept = 'action' | 'entity' | 'entityId' | 'entityName' | 'before' | 'after';
type Entry = Pick<typeof auditLog.$inferInsert, Kept> & {
  /** A key of `people`. */
  readonly by: string;
  readonly at: Date;
};

interface Parts extends Making {
  readonly staff: Staff;
  readonly books: ReadonlyMap<string, MadeBook>;
  readonly classes: readonly MadeClass[];
}

/** The log entries of the staff's work that set up the demo school. */
export async function makeAudit(parts: Parts): Promise<void> {
  const { db, staff } = parts;
  const entries = [...ofPeople(parts), ...ofBooks(parts), ...ofClasses(parts)];
  const names = new Map(people.map((person) => [person.key, staffName(person)]));
  const rows = entries
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ by, ...entry }) => {
      const actorName = named(names, by);
      return {
        id: newId(),
        actorId: named(staff, by),
        actorName,
        searchText: searchText(actorName, entry.entityName),
        ...entry,
      };
    });
  await db.insert(auditLog).values(rows);
}

function ofPeople({ clock, staff }: Parts): Entry[] {
  return people.flatMap((person) => {
    const entityName = staffName(person);
    const about = { entity: 'users', entityId: named(staff, person.key), entityName };
    const by = person.invitedBy ?? 'superadmin';
    const created = { ...about, by, action: 'create', at: clock.at(clock.day(-person.daysAgo), 600) };
    const entry = { ...created, after: { role: person.role, status: UserStatus.INVITED } };
    if (person.status !== UserStatus.DEACTIVATED) return [entry];
    const change = { before: { status: UserStatus.ACTIVED }, after: { status: UserStatus.DEACTIVATED } };
    return [entry, { ...about, ...change, by, action: 'update', at: clock.at(clock.day(-90), 700) }];
  });
}

function ofBooks({ clock, books }: Parts): Entry[] {
  return [...books.values()].map(({ id, name }) => ({
    by: 'admin',
    action: 'create',
    entity: 'textbooks',
    entityId: id,
    entityName: name,
    after: { name },
    at: clock.at(clock.day(-620), 600),
  }));
}

function ofClasses({ clock, classes }: Parts): Entry[] {
  return classes.flatMap(({ id, plan }) => {
    const by = plan.administrator ?? 'admin';
    const about = { entity: 'classes', entityId: id, entityName: plan.name, by };
    const [startDate, endDate] = plan.days;
    const after = { className: plan.name, startDate, endDate };
    const created = { ...about, action: 'create', after, at: clock.at(startDate, -14 * 1440 + 600) };
    if (plan.status === ClassStatus.ACTIVE) return [created];
    const change = { before: { status: ClassStatus.ACTIVE }, after: { status: ClassStatus.INACTIVE } };
    return [created, { ...about, ...change, action: 'update', at: clock.at(clock.day(-20), 900) }];
  });
}
