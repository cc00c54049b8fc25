import { and, eq, inArray, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { visibleTo } from '#api/domains/classes/scope.ts';
import { cardLinks } from '#api/domains/qr-codes/cards.ts';
import { forEachRole } from '#api/domains/schools/scope.ts';
import { zoneOfClass } from '#api/domains/schools/zone.ts';
import { nameOrder } from '#api/domains/students/name-order.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { instantText } from '#api/ground/db/instant-text.ts';
import { connectionPage, keysetPage } from '#api/ground/db/keyset-page.ts';
import { orderKeys, orderOf, type SortKey } from '#api/ground/db/order.ts';
import { preparedPages } from '#api/ground/db/prepared-pages.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { classes, classProfiles, communityPosts, profiles } from '#api/ground/db/schema.ts';
import { totalOf } from '#api/ground/db/total-of.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { notFound } from '#api/ground/http/problems.ts';
import { beginningOf } from '#api/ground/school-day.ts';
import type { Uses } from '#api/ground/services.ts';
import type {
  ClassProfile,
  ClassProfileSortField,
  classProfiles as listProfiles,
} from '#schema/rest/class-profiles.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { ConnectionPage } from '#schema/rest/paging.ts';
import { pick } from '#schema/rules/plain-fields.ts';
import { profileFields } from '#schema/rules/profiles.ts';

type Linking = Uses<'db' | 'settings' | 'links'>;

const sortKeys: Record<ClassProfileSortField, SortKey> = {
  name: { by: [nameOrder] },
  number: { by: [classProfiles.number, nameOrder], nullsLast: true },
  joinedAt: { by: [classProfiles.joinedAt] },
  lastSeenAt: { by: [classProfiles.lastSeenAt] },
};

const pages = preparedPages(['ofClass', 'waiting', 'since'], (db, { limit, offset, ...wanted }, order) =>
  selectProfiles(db, isWanted(wanted))
    .orderBy(...order)
    .limit(limit)
    .offset(offset),
);

/** A page of a class's profiles; the caller has checked that the class is visible. */
export async function profilePage(
  services: Linking,
  classId: string,
  query: QueryOf<typeof listProfiles>,
): Promise<ConnectionPage<ClassProfile>> {
  const { db } = services;
  const { PageNumber, PageSize, SortCriteria, Waiting, JoinedSince } = query;
  const criteria = SortCriteria.length > 0 ? SortCriteria : [{ field: 'name', direction: 'asc' } as const];
  const since = JoinedSince === undefined ? null : await startOfDay(services, classId, JoinedSince);
  const which = { ofClass: classId, waiting: Waiting, since };
  if (query.After !== undefined) {
    const found = await keysetPage(db, {
      ...{ name: `classProfiles ${classId}`, query, id: profiles.id, condition: isWanted(which) },
      from: sql`${classProfiles} join ${profiles} on ${profiles.id} = ${classProfiles.profileId}`,
      order: orderKeys(criteria, sortKeys, [profiles.id]),
    });
    const items = await profilesOf(services, classId, found.ids);
    return connectionPage(query, found, { items, totalCount: await countOf(db, which) });
  }
  const order = orderOf(criteria, sortKeys, [profiles.id]);
  const rows = await pages(db, { PageNumber, PageSize, criteria, order }, which);
  const totalCount = await totalOf({ PageNumber, PageSize }, rows, () => countOf(db, which));
  return { items: rows.map((row) => shown(services, row)), pageNumber: PageNumber, pageSize: PageSize, totalCount };
}

interface Which {
  readonly ofClass: string | Placeholder;
  readonly waiting: boolean | Placeholder;
  /** Null for all. */
  readonly since: string | null | Placeholder;
}

const isWanted = ({ ofClass, waiting, since }: Which): SQL | undefined =>
  and(
    inClass(ofClass),
    sql`case when ${since}::timestamptz is null then ${classProfiles.waiting} = ${waiting}::boolean
      else ${cameSince(sql`${since}::timestamptz`)} end`,
  );

/** Whether a profile came into a class by a code since an instant. */
export const cameSince = (since: SQL): SQL =>
  sql`not ${classProfiles.addedByStaff} and ${classProfiles.joinedAt} >= ${since}`;

/** The instant at which a day begins where a class's school is. */
export async function startOfDay(
  { db, settings }: Uses<'db' | 'settings'>,
  classId: string,
  day: string,
): Promise<string> {
  const zone = await zoneOfClass(db, classId, settings.timeZone);
  const { rows } = await db.execute<{ at: string }>(sql`select to_json(${beginningOf(day, zone)}) #>> '{}' as at`);
  return rows[0]?.at ?? day;
}

async function countOf(db: Queryable, which: Which): Promise<number> {
  const [total] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(classProfiles)
    .innerJoin(profiles, eq(profiles.id, classProfiles.profileId))
    .where(isWanted(which));
  return total?.count ?? 0;
}

/** One profile of a class; 404 when the class has no such profile. */
export async function profileOf(services: Linking, classId: string, profileId: string): Promise<ClassProfile> {
  const [row] = await selectProfiles(services.db, and(inClass(classId), eq(profiles.id, profileId)));
  if (!row) throw notFound();
  return shown(services, row);
}

/** One profile of a class that the caller sees; 404 when the caller sees no such class or it has no such profile. */
export async function seenProfile(
  services: Linking,
  caller: StaffCaller,
  { classId, profileId }: { readonly classId: string; readonly profileId: string },
): Promise<ClassProfile> {
  const [row] = await profileSeenBy[caller.kind](services.db, { classId, profileId, userId: caller.userId });
  if (!row) throw notFound();
  return shown(services, row);
}

/** Those of the profiles that the class has, in the order asked. */
export async function profilesOf(services: Linking, classId: string, ids: readonly string[]): Promise<ClassProfile[]> {
  const rows = await selectProfiles(services.db, and(inClass(classId), inArray(profiles.id, [...ids])));
  return ids.flatMap((id) => rows.filter((row) => row.id === id).map((row) => shown(services, row)));
}

/** The profiles that have joined a class and have not been removed. */
export const inClass = (classId: string | Placeholder): SQL | undefined =>
  and(eq(classProfiles.classId, classId), isNull(profiles.deletedAt));

const selectProfiles = (db: Queryable, condition: SQL | undefined) =>
  db
    .select({
      id: profiles.id,
      ...pick(profiles, profileFields),
      reading: profiles.reading,
      number: classProfiles.number,
      animal: profiles.animal,
      pictures: profiles.pictures,
      cardCode: profiles.cardCode,
      version: profiles.version,
      createdAt: instantText(profiles.createdAt),
      joinedAt: instantText(classProfiles.joinedAt),
      lastSeenAt: instantText(classProfiles.lastSeenAt),
      postCount: sql<number>`(
        select count(*)::int from ${communityPosts} where ${communityPosts.profileId} = ${profiles.id}
          and ${communityPosts.classId} = ${classProfiles.classId} and ${communityPosts.deletedAt} is null
      )`,
      // Classes of all schools, which the wall between schools hides here: the function counts beyond it.
      otherClassCount: sql<number>`other_class_count(${profiles.id}, ${classProfiles.classId})`,
    })
    .from(classProfiles)
    .innerJoin(profiles, eq(profiles.id, classProfiles.profileId))
    .where(condition)
    .$dynamic();

const profileSeenBy = forEachRole((kind) =>
  preparedQuery(['classId', 'profileId', 'userId'], (db: Queryable, { classId, profileId, userId }) =>
    selectProfiles(
      db,
      and(
        inClass(classId),
        eq(profiles.id, profileId),
        sql`exists (select from ${classes} where ${eq(classes.id, classId)} and ${visibleTo({ kind, userId })})`,
      ),
    ),
  ),
);

type Row = Awaited<ReturnType<typeof selectProfiles>>[number];

// The answer is copied by its declared fields, so the card's code is no part of it.
function shown(services: Linking, row: Row): ClassProfile {
  const { cardLink, cardQrCode } = cardLinks(services, row);
  return { cardLink, cardQrCode, ...row };
}
