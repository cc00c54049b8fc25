import { and, eq, sql } from 'drizzle-orm';
import { removeAlbumFiles } from '#api/domains/albums/files.ts';
import { endAlbumsOfSchool } from '#api/domains/albums/write.ts';
import { recordChange } from '#api/domains/audit/record.ts';
import { assertVersion, editedBy, editorColumns, editors } from '#api/domains/audit/versions.ts';
import { bytesWhere, megabyte, ofSchool } from '#api/domains/uploads/school-quota.ts';
import type { Database, Queryable } from '#api/ground/db/client.ts';
import { instantText } from '#api/ground/db/instant-text.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { media, schools } from '#api/ground/db/schema.ts';
import { databaseError } from '#api/ground/db/violations.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { invalid, notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import type { SchoolSettings, updateSchoolSettings } from '#schema/rest/school-settings.ts';
import { pick } from '#schema/rules/plain-fields.ts';
import { longestRetention, schoolSettingFields, type SchoolSettingValues } from '#schema/rules/school-settings.ts';
import { visibleTo } from './detail.ts';
import { assertLogo, logoColumns, logoLink } from './logo.ts';
import { forEachRole } from './scope.ts';

const settingsByRole = forEachRole((kind) =>
  preparedQuery(['id', 'userId'], (db: Queryable, { id, userId }) =>
    db
      .select({
        id: schools.id,
        name: schools.name,
        ...pick(schools, schoolSettingFields),
        logoId: schools.logoMediaId,
        logo: logoColumns,
        usedMegabytes: sql<number>`ceil(${bytesWhere(ofSchool(schools.id))} / ${sql.raw(String(megabyte))})::int`,
        version: schools.version,
        createdAt: instantText(schools.createdAt),
        updatedAt: instantText(schools.updatedAt),
        updatedBy: editorColumns,
      })
      .from(schools)
      .leftJoin(media, eq(media.id, schools.logoMediaId))
      .leftJoin(editors, eq(editors.id, schools.updatedById))
      .where(and(eq(schools.id, id), visibleTo({ kind, userId }))),
  ),
);

/** A school's settings, with the installation's; 404 when the caller does not see the school. */
export async function settingsOf(
  { db, settings, links }: Uses<'db' | 'settings' | 'links'>,
  { kind, userId }: StaffCaller,
  id: string,
): Promise<SchoolSettings> {
  const [row] = await settingsByRole[kind](db, { id, userId });
  if (!row) throw notFound();
  return {
    installationTimeZone: settings.timeZone,
    installationApproval: settings.communityApproval,
    longestRetentionMonths: longestRetention(settings.retention.community),
    ...row,
    logo: logoLink(row.logo, links),
  };
}

interface Update {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly id: string;
  readonly values: BodyOf<typeof updateSchoolSettings>;
}

/** Replaces a school's settings; answers 409 when somebody changed the school since the caller read it. */
export async function updateSettings(
  { db, settings, storage }: Uses<'db' | 'settings' | 'storage'>,
  update: Update,
): Promise<void> {
  const { caller, requestId, id, values } = update;
  await assertPossible(db, values, settings.retention.community);
  const endedAlbums = await db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(schools)
      .where(and(eq(schools.id, id), visibleTo(caller)))
      .for('no key update');
    if (!row) throw notFound();
    await assertVersion(tx, row, values.version);
    await assertLogo(tx, caller, { logoId: values.logoId, current: row.logoMediaId });
    const { logoMediaId } = row;
    const before = { ...pick(row, schoolSettingFields), logoMediaId };
    const after = { ...pick(values, schoolSettingFields), logoMediaId: values.logoId };
    await tx
      .update(schools)
      .set({ ...after, ...editedBy(row, caller) })
      .where(eq(schools.id, id));
    const author = { ...caller, requestId };
    await recordChange(tx, author, { action: 'update', entity: 'schools', entityId: id, before, after });
    return values.familyAlbums ? [] : endAlbumsOfSchool(tx, id);
  });
  await removeAlbumFiles(storage, endedAlbums);
}

type Zoned = Pick<SchoolSettingValues, 'timeZone' | 'retentionMonths'>;

async function assertPossible(db: Database, { timeZone, retentionMonths }: Zoned, keptDays: number) {
  if (timeZone !== '' && !(await isKnown(db, timeZone))) throw invalid({ timeZone: ['messages.invalidTimeZone'] });
  const longest = longestRetention(keptDays);
  if (longest !== null && retentionMonths > longest) throw invalid({ retentionMonths: ['messages.retentionTooLong'] });
}

const invalidParameterValue = '22023';

// PostgreSQL has its own list of time zones. With a zone that only Node knows, every query of the school would fail.
async function isKnown(db: Database, timeZone: string): Promise<boolean> {
  try {
    await db.execute(sql`select now() at time zone ${timeZone}::text`);
    return true;
  } catch (error) {
    if (databaseError(error)?.code === invalidParameterValue) return false;
    throw error;
  }
}
