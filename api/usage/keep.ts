import { type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#api/db/client.ts';
import { pageViews, profiles } from '#api/db/schema.ts';
import { decide } from './decide.ts';
import { countedZone, holdUsage } from './lock.ts';
import { namesOf } from './names.ts';
import { type Senders, sendersOf } from './senders.ts';
import type { KeptView, PageView } from './page-view.ts';
import { longestKept } from './started-at.ts';
import { write } from './write.ts';

/** Keeps page views in the order given, or lengthens those of their events: all of them or, when it throws, none. */
export async function keepPageViews(db: Database, told: readonly PageView[]): Promise<void> {
  await db.transaction(async (tx) => {
    const names = await namesOf(tx, told);
    await holdUsage(tx);
    const senders = await sendersOf(tx, told);
    const views = withoutGone(told, senders);
    const timeZone = await countedZone(tx);
    if (timeZone === undefined) throw new Error('page views came before their tables were made ready');
    await write(tx, decide(views, await keptOf(tx, views), { names, senders }), timeZone);
    await tellSeen(tx, views);
  });
}

const dayMs = 86_400_000;

// What says that it is older than that is looked for in every month; all else can only be in the last ones.
async function keptOf(tx: Queryable, views: readonly PageView[]): Promise<KeptView[]> {
  const ids = (some: readonly PageView[]): SQL =>
    sql`${pageViews.eventId} = any(${sql.param(some.map(({ told }) => told.eventId))}::uuid[])`;
  const since = new Date(Date.now() - longestKept - 2 * dayMs);
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

// A token alone says nothing of whether its profile is still there, and who was erased while the page view waited must
// not come back with it; whoever erases holds the page views too.
function withoutGone(views: readonly PageView[], senders: Senders): readonly PageView[] {
  return views.map((view) =>
    view.profileId === null || senders.has(view.profileId) ? view : { ...view, profileId: null },
  );
}

const profilesOf = (views: readonly PageView[]): string[] => [
  ...new Set(views.flatMap(({ profileId }) => (profileId === null ? [] : [profileId]))),
];

// A profile that somebody is just changing is told the next time.
async function tellSeen(tx: Queryable, views: readonly PageView[]): Promise<void> {
  const ids = profilesOf(views);
  if (ids.length === 0) return;
  await tx.execute(sql`
    update ${profiles} set last_seen_at = now() where id in (
      select id from ${profiles}
      where id = any(${sql.param(ids)}::uuid[]) and last_seen_at < now() - interval '1 hour'
      for update skip locked)`);
}
