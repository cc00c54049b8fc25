import { and, desc, eq, inArray, type SQL } from 'drizzle-orm';
import { assertSeesClass } from '#api/domains/classes/sees-class.ts';
import { visibleTo } from '#api/domains/classes/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes, classProfiles, profiles, schools, studentAlbums, users } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { downloadLink } from '#api/ground/http/downloads.ts';
import { notFound } from '#api/ground/http/problems.ts';
import { schoolDay } from '#api/ground/school-day.ts';
import type { Uses } from '#api/ground/services.ts';
import type { StudentAlbum, studentAlbums as listAlbums } from '#schema/rest/albums.ts';
import type { ResponseOf } from '#schema/rest/operation.ts';
import type { AlbumFormat } from './files.ts';
import { albumClassesOf, albumsVisibleTo, isShown } from './scope.ts';
import { albumLink } from './token.ts';

interface Reading extends Uses<'links' | 'secrets' | 'settings'> {
  readonly db: Queryable;
}

const classColumns = { id: classes.id, classCode: classes.classCode, className: classes.className };

export interface OfChild {
  readonly caller: StaffCaller;
  readonly classId: string;
  readonly profileId: string;
}

/** The school of a child's class and whether it allows albums; 404 for a class or a child that the caller does not see. */
export async function schoolOfChild(db: Queryable, { caller, classId, profileId }: OfChild) {
  await assertSeesClass(db, caller, classId);
  const [found] = await db
    .select({ schoolId: classes.schoolId, allowed: schools.familyAlbums })
    .from(classes)
    .innerJoin(classProfiles, and(eq(classProfiles.classId, classes.id), eq(classProfiles.profileId, profileId)))
    .innerJoin(profiles, eq(profiles.id, classProfiles.profileId))
    .leftJoin(schools, eq(schools.id, classes.schoolId))
    .where(and(eq(classes.id, classId), eq(classProfiles.waiting, false)));
  if (!found) throw notFound();
  return { schoolId: found.schoolId, allowed: found.allowed === true };
}

/** A child's albums, the school's permission for them, and the classes whose works an album can contain. */
export async function albumsOf(services: Reading, child: OfChild): Promise<ResponseOf<typeof listAlbums>> {
  const { db } = services;
  const { caller, profileId } = child;
  const { schoolId, allowed } = await schoolOfChild(db, child);
  const own =
    schoolId === null
      ? []
      : await db
          .select(classColumns)
          .from(classes)
          .where(albumClassesOf(caller, { profileId, schoolId }))
          .orderBy(desc(classes.startDate), desc(classes.id));
  return {
    allowed,
    classes: own,
    albums: await albumsWhere(services, caller, and(eq(studentAlbums.profileId, profileId), isShown)),
  };
}

/** Albums that the caller sees in the contract's shape, the newest first. */
export async function albumsWhere(
  services: Reading,
  caller: StaffCaller,
  condition: SQL | undefined,
): Promise<StudentAlbum[]> {
  const { db, settings } = services;
  const rows = await db
    .select({ album: studentAlbums, madeBy: { id: users.id, firstName: users.firstName, lastName: users.lastName } })
    .from(studentAlbums)
    .leftJoin(users, eq(users.id, studentAlbums.madeById))
    .where(and(albumsVisibleTo(caller), condition))
    .orderBy(desc(studentAlbums.createdAt), desc(studentAlbums.id));
  const names = await classNames(
    db,
    caller,
    rows.flatMap(({ album }) => album.classIds),
  );
  return rows.map(({ album, madeBy }) => {
    const { id, state, percent, days, openedCount, createdAt, expiresAt, lastOpenedAt } = album;
    const isDone = state === 'done';
    const file = (format: AlbumFormat) =>
      downloadLink(services, staffFile(settings.timeZone, album, { format, userId: caller.userId }), caller);
    return {
      ...{ id, state, percent, days, openedCount, madeBy },
      classes: album.classIds.flatMap((classId) => names.get(classId) ?? []),
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
      lastOpenedAt: lastOpenedAt?.toISOString() ?? null,
      link: isDone ? albumLink(services.secrets, services.settings, album) : null,
      pdf: isDone ? file('pdf') : null,
      zip: isDone ? file('zip') : null,
    };
  });
}

interface Made {
  readonly id: string;
  readonly createdAt: Date;
}

/** Addresses are written to logs, so the name of a file has the day instead of the child. */
export const albumFileName = (timeZone: string, { createdAt }: Pick<Made, 'createdAt'>, format: AlbumFormat): string =>
  `album-${schoolDay(timeZone, createdAt)}.${format}`;

interface StaffFile {
  readonly format: AlbumFormat;
  readonly userId: string;
}

// The link works for this user as long as they see the album.
const staffFile = (timeZone: string, album: Made, { format, userId }: StaffFile) => ({
  kind: 'album',
  id: `${format}.${album.id}.${userId}`,
  fileName: albumFileName(timeZone, album, format),
});

async function classNames(db: Queryable, caller: StaffCaller, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { id: string; classCode: string; className: string }>();
  const found = await db
    .select(classColumns)
    .from(classes)
    .where(and(inArray(classes.id, [...new Set(ids)]), visibleTo(caller)));
  return new Map(found.map((one) => [one.id, one]));
}
