import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { ownZone } from '#api/domains/schools/zone.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes, classProfiles, contents, lessons, profiles, textbooks } from '#api/ground/db/schema.ts';
import {
  type KnownRow,
  type Names,
  type PageView,
  type ReferenceKind,
  referenceKinds,
  type Senders,
} from './page-view.ts';

const none = sql`null::smallint as type, null::uuid as "lessonId"`;
const noZone = sql`null::text as "ownZone"`;

const tables: Readonly<Record<ReferenceKind, { readonly table: PgTable; readonly columns: SQL }>> = {
  book: { table: textbooks, columns: sql`name, ${none}, ${noZone}` },
  class: { table: classes, columns: sql`class_name as name, ${none}, ${ownZone()} as "ownZone"` },
  lesson: { table: lessons, columns: sql`name, ${none}, ${noZone}` },
  content: { table: contents, columns: sql`name, type, lesson_id as "lessonId", ${noZone}` },
};

/** Reads all rows that the page views refer to, in one query. */
export async function namesOf(db: Queryable, views: readonly PageView[]): Promise<Names> {
  const sent: Record<ReferenceKind, readonly (string | undefined)[]> = {
    book: views.map((view) => view.sent.textBookId),
    class: views.map((view) => view.sent.classId),
    lesson: views.map((view) => view.sent.lessonId),
    content: views.map((view) => view.sent.contentId),
  };
  const selects = referenceKinds.map((kind) => {
    const ids = [...new Set(sent[kind].filter((id) => id !== undefined))];
    const { table, columns } = tables[kind];
    return sql`select ${kind}::text as kind, id, ${columns} from ${table} where id = any(${sql.param(ids)}::uuid[])`;
  });
  const { rows } = await db.execute<{ kind: ReferenceKind; id: string } & KnownRow>(
    sql.join(selects, sql` union all `),
  );
  const ofKind = (wanted: ReferenceKind) =>
    new Map(rows.flatMap(({ kind, id, ...known }) => (kind === wanted ? [[id, known] as const] : [])));
  return { book: ofKind('book'), class: ofKind('class'), lesson: ofKind('lesson'), content: ofKind('content') };
}

/** Reads all senders of the page views, in one query. */
export async function sendersOf(db: Queryable, views: readonly PageView[]): Promise<Senders> {
  const ids = distinct(views.map(({ profileId }) => profileId));
  if (ids.length === 0) return new Map();
  const classIds = distinct(views.map(({ sent }) => sent.classId));
  const { rows } = await db.execute<{ id: string; createdAt: Date; classIds: string[] }>(sql`
    select ${profiles.id}, ${profiles.createdAt} as "createdAt", array(
      select ${classProfiles.classId} from ${classProfiles} where ${classProfiles.profileId} = ${profiles.id}
        and ${classProfiles.classId} = any(${sql.param(classIds)}::uuid[])
    ) as "classIds"
    from ${profiles} where ${profiles.id} = any(${sql.param(ids)}::uuid[]) and ${profiles.deletedAt} is null`);
  return new Map(
    rows.map(({ id, createdAt, classIds: joined }) => [
      id,
      { createdAt: new Date(createdAt), classIds: new Set(joined) },
    ]),
  );
}

const distinct = (ids: readonly (string | null | undefined)[]): string[] => [
  ...new Set(ids.filter((id) => id !== null && id !== undefined)),
];
