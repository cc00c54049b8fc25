import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { ownZone } from '#api/domains/schools/zone.ts';
import { lockClasses } from '#api/ground/db/advisory-locks.ts';
import type { Database, Queryable } from '#api/ground/db/client.ts';
import { idArray } from '#api/ground/db/id-array.ts';
import { classes, contents, lessons, pageViews, textbooks, usagePending } from '#api/ground/db/schema.ts';
import { databaseError } from '#api/ground/db/violations.ts';
import { lockNotAvailable } from './lock.ts';
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
import { lockProfiles, touchLastSeen, type WhenHeld } from './senders.ts';

/**
 * Stores page views in the order given, or extends the stored ones of the same event. Several processes may do so at once;
 * a view that waits for its profile is stored last. After an error all of them may be sent again.
 */
export async function storePageViews(db: Database, sent: readonly PageView[]): Promise<void> {
  const left = await store(db, sent, 'leave');
  if (left.length === 0) return;
  try {
    await store(db, left, 'wait');
  } catch (error) {
    if (databaseError(error)?.code !== lockNotAvailable) throw error;
    await store(db, left, 'forget');
  }
}

// In one transaction. Resolves to the page views that were left for later.
async function store(db: Database, sent: readonly PageView[], whenHeld: WhenHeld): Promise<readonly PageView[]> {
  return db.transaction(async (tx) => {
    const names = await namesOf(tx, sent);
    await lockEvents(tx, sent);
    const before = await storedViews(tx, sent);
    const { locked, held, senders } = await lockProfiles(tx, { views: sent, stored: before, whenHeld });
    // Read again: while the lock waited for a merge, the merge may have changed these rows.
    const stored = whenHeld === 'wait' ? await storedViews(tx, sent) : before;
    const isHeld = ({ profileId }: { readonly profileId: string | null }) => profileId !== null && held.has(profileId);
    const isGone = ({ profileId }: StoredView) => profileId !== null && !locked.has(profileId);
    const heldEvents = eventsOf([...sent.filter(isHeld), ...stored.filter(isHeld)]);
    // The row of a child that is being erased is not touched.
    const goneEvents = eventsOf(stored.filter(isGone));
    const now = sent.filter((view) => !heldEvents.has(eventOf(view)) && !goneEvents.has(eventOf(view)));
    const views = withoutErasedProfiles(now, senders);
    await write(tx, decide(views, stored, { names, senders }));
    await touchLastSeen(tx, views);
    return sent.filter((view) => heldEvents.has(eventOf(view)));
  });
}

const eventOf = (view: PageView | StoredView): string =>
  ('sent' in view ? view.sent.eventId : view.eventId).toLowerCase();
const eventsOf = (views: readonly (PageView | StoredView)[]): Set<string> => new Set(views.map(eventOf));

// The start of a view is set when it comes, so no unique key keeps two processes from storing the same event twice. Locks
// are taken in ascending order everywhere, so that they cannot deadlock.
async function lockEvents(tx: Queryable, views: readonly PageView[]): Promise<void> {
  await tx.execute(sql`
    select count(pg_advisory_xact_lock(${lockClasses.pageViewEvents}::int, key)) from (
      select distinct hashtext(id) as key from unnest(${sql.param([...eventsOf(views)])}::text[]) id order by key
    ) as keys`);
}

const dayMs = 86_400_000;

// Looks for earlier messages in the recent months only, so that few partitions are read; in all months for stale views.
async function storedViews(tx: Queryable, views: readonly PageView[]): Promise<StoredView[]> {
  const ids = (some: readonly PageView[]): SQL =>
    sql`${pageViews.eventId} = any(${idArray(some.map(({ sent }) => sent.eventId))})`;
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

// Drops the profile of a view when the profile was deleted while the view waited in the queue.
function withoutErasedProfiles(views: readonly PageView[], senders: Senders): readonly PageView[] {
  return views.map((view) =>
    view.profileId === null || senders.has(view.profileId) ? view : { ...view, profileId: null },
  );
}

/** Stores the changes with their pending rows, in one statement. The caller holds the locks of their events. */
export async function write(tx: Queryable, { added, grown }: Decision): Promise<void> {
  if (added.length + grown.length === 0) return;
  const more = sql`unnest(${idArray(grown.map(({ now }) => now.eventId))},
    ${sql.param(grown.map(({ by }) => by))}::int[]) as more (event_id, by)`;
  // A view that was removed meanwhile does not grow.
  await tx.execute(sql`
    with added as materialized (select * from ${asRows(added)}),
      grown as materialized (select * from ${asRows(grown.map(({ now }) => now))}),
      stored as (insert into ${pageViews} select * from added),
      lengthened as (${lengthen(grown.map(({ now }) => now))} returning kept.event_id, kept.started_at)
    insert into ${usagePending} (event_id, started_at, views, duration)
      select event_id, started_at, 1, duration_ms from added
      union all select event_id, started_at, 0, by from lengthened join ${more} using (event_id) where by > 0`);
}

const lengthen = (views: readonly StoredView[]): SQL => {
  const earliest = new Date(Math.min(Date.now(), ...views.map(({ startedAt }) => startedAt.getTime())));
  return sql`
    update ${pageViews} kept set duration_ms = longer.duration_ms, received_at = longer.received_at,
      profile_id = coalesce(kept.profile_id, longer.profile_id), client_ip = longer.client_ip, heard = longer.heard
    from grown longer
    where kept.event_id = longer.event_id and kept.started_at = longer.started_at
      and kept.started_at >= ${earliest.toISOString()}::timestamptz`;
};

const columns = Object.entries(getTableColumns(pageViews));

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
async function namesOf(db: Queryable, views: readonly PageView[]): Promise<Names> {
  const sent: Record<ReferenceKind, readonly (string | undefined)[]> = {
    book: views.map((view) => view.sent.textBookId),
    class: views.map((view) => view.sent.classId),
    lesson: views.map((view) => view.sent.lessonId),
    content: views.map((view) => view.sent.contentId),
  };
  const selects = referenceKinds.map((kind) => {
    const ids = [...new Set(sent[kind].filter((id) => id !== undefined))];
    const { table, columns } = tables[kind];
    return sql`select ${kind}::text as kind, id, ${columns} from ${table} where id = any(${idArray(ids)})`;
  });
  const { rows } = await db.execute<{ kind: ReferenceKind; id: string } & KnownRow>(
    sql.join(selects, sql` union all `),
  );
  const ofKind = (wanted: ReferenceKind) =>
    new Map(rows.flatMap(({ kind, id, ...known }) => (kind === wanted ? [[id, known] as const] : [])));
  return { book: ofKind('book'), class: ofKind('class'), lesson: ofKind('lesson'), content: ofKind('content') };
}
