import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { ownZone } from '#api/domains/schools/zone.ts';
import type { Database, Queryable } from '#api/ground/db/client.ts';
import { classes, classProfiles, contents, lessons, pageViews, profiles, textbooks } from '#api/ground/db/schema.ts';
import { rollupTimeZone, lockUsage } from './lock.ts';
import {
  longestDelayMs,
  decide,
  type Decision,
  type KnownRow,
  type Names,
  type PageView,
  type ReferenceKind,
  referenceKinds,
  type Senders,
  type StoredView,
} from './page-view.ts';
import { additionsTo, viewsByDay } from './rollups.ts';

/** Stores page views in the order given, or extends the stored ones of the same event; all or none. */
export async function storePageViews(db: Database, sent: readonly PageView[]): Promise<void> {
  await db.transaction(async (tx) => {
    const names = await namesOf(tx, sent);
    await lockUsage(tx);
    const senders = await sendersOf(tx, sent);
    const views = withoutErasedProfiles(sent, senders);
    const timeZone = await rollupTimeZone(tx);
    if (timeZone === undefined) throw new Error('page views came before their tables were made ready');
    await write(tx, decide(views, await storedViews(tx, views), { names, senders }), timeZone);
    await touchLastSeen(tx, views);
  });
}

const dayMs = 86_400_000;

// Looks for earlier messages in the recent months only, so that few partitions are read; in all months for stale views.
async function storedViews(tx: Queryable, views: readonly PageView[]): Promise<StoredView[]> {
  const ids = (some: readonly PageView[]): SQL =>
    sql`${pageViews.eventId} = any(${sql.param(some.map(({ sent }) => sent.eventId))}::uuid[])`;
  const since = new Date(Date.now() - longestDelayMs - 2 * dayMs);
  const young = sql`${pageViews.startedAt} >= ${since.toISOString()}::timestamptz`;
  const recent = await tx
    .select()
    .from(pageViews)
    .where(sql`${ids(views)} and ${young}`);
  const stale = views.filter((view) => view.stale);
  if (stale.length === 0) return recent;
  const older = await tx
    .select()
    .from(pageViews)
    .where(sql`${ids(stale)} and not (${young})`);
  return [...recent, ...older];
}

// Drops the profile of a view when the profile was erased while the view waited in the queue. Erasing takes the same
// advisory lock, so no profile can be erased in between.
function withoutErasedProfiles(views: readonly PageView[], senders: Senders): readonly PageView[] {
  return views.map((view) =>
    view.profileId === null || senders.has(view.profileId) ? view : { ...view, profileId: null },
  );
}

const profilesOf = (views: readonly PageView[]): string[] => [
  ...new Set(views.flatMap(({ profileId }) => (profileId === null ? [] : [profileId]))),
];

// Skips locked profiles; the next page view updates them.
async function touchLastSeen(tx: Queryable, views: readonly PageView[]): Promise<void> {
  const ids = profilesOf(views);
  if (ids.length === 0) return;
  await tx.execute(sql`
    update ${profiles} set last_seen_at = now() where id in (
      select id from ${profiles}
      where id = any(${sql.param(ids)}::uuid[]) and last_seen_at < now() - interval '1 hour'
      for update skip locked)`);
}

/**
 * Stores the changes and adds them to all rollups in one statement, so that all parts see the same snapshot and the rows
 * are sent once. The caller holds the usage lock.
 */
export async function write(tx: Queryable, { added, grown }: Decision, timeZone: string): Promise<void> {
  if (added.length + grown.length === 0) return;
  const more = sql`unnest(${sql.param(grown.map(({ now }) => now.eventId))}::uuid[],
    ${sql.param(grown.map(({ by }) => by))}::int[]) as more (event_id, by)`;
  const statements = [
    sql`insert into ${pageViews} select * from added`,
    lengthen(grown.map(({ now }) => now)),
    ...additionsTo(sql`select * from seen`),
  ];
  await tx.execute(sql`
    with added as materialized (select * from ${asRows(added)}),
      grown as materialized (select * from ${asRows(grown.map(({ now }) => now))}),
      seen as materialized (
        ${viewsByDay(sql`added`, timeZone)} union all
        ${viewsByDay(sql`(select ${sql.raw(grownColumns)}, by as duration_ms from grown join ${more} using (event_id))`, timeZone, 0)}
      ),
      ${sql.join(
        statements.map((statement, at) => sql`${sql.raw(`step_${at}`)} as (${statement})`),
        sql`, `,
      )}
    select`);
}

const lengthen = (views: readonly StoredView[]): SQL => {
  const earliest = new Date(Math.min(Date.now(), ...views.map(({ startedAt }) => startedAt.getTime())));
  return sql`
    update ${pageViews} kept set duration_ms = longer.duration_ms, received_at = longer.received_at,
      profile_id = longer.profile_id, client_ip = longer.client_ip, heard = longer.heard
    from grown longer
    where kept.event_id = longer.event_id and kept.started_at = longer.started_at
      and kept.started_at >= ${earliest.toISOString()}::timestamptz`;
};

const columns = Object.entries(getTableColumns(pageViews));
const grownColumns = columns.flatMap(([, { name }]) => (name === 'duration_ms' ? [] : [`grown.${name}`])).join(', ');

// All rows as one JSON parameter.
function asRows(views: readonly StoredView[]): SQL {
  const rows = views.map((view) => {
    const values: Readonly<Record<string, unknown>> = view;
    const row: Record<string, unknown> = {};
    for (const [key, { name }] of columns) row[name] = values[key];
    return row;
  });
  return sql`json_populate_recordset(null::page_views, ${JSON.stringify(rows)}::json)`;
}

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
