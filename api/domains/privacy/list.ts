import { desc, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { instantText } from '#api/ground/db/instant-text.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { classes, classProfiles, communityPosts, pageViews, profiles } from '#api/ground/db/schema.ts';
import { namesOfChild, normalForm } from '#api/ground/db/schema/columns.ts';
import { holdsPieces, holdsWords } from '#api/ground/db/search.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { Page } from '#schema/rest/paging.ts';
import type { PrivacyProfile, privacyProfiles } from '#schema/rest/privacy.ts';
import { id as uuid } from '#schema/rest/values.ts';

/** The list counts at most so many profiles. */
const countLimit = 1_000;

/** A page of all profiles, deleted ones included; the last seen first. */
export async function profilePage(
  db: Queryable,
  { SearchText, PageNumber, PageSize }: QueryOf<typeof privacyProfiles>,
): Promise<Page<PrivacyProfile>> {
  const condition = holdingAll(SearchText);
  const part = { limit: PageSize, offset: (PageNumber - 1) * PageSize };
  const rows = condition ? await pageOfProfiles(db, condition, part) : await allProfiles(db, part);
  const [total] = condition ? await countProfiles(db, condition) : await countOfAll(db, {});
  const count = total?.count ?? 0;
  return {
    items: rows.map(shown),
    pageNumber: PageNumber,
    pageSize: PageSize,
    totalCount: Math.min(count, countLimit),
    totalIsExact: count <= countLimit,
  };
}

/** Whether there is such a profile, deleted or not. */
export async function hasProfile(db: Queryable, id: string): Promise<boolean> {
  return (await db.$count(profiles, eq(profiles.id, id))) > 0;
}

// Each word matches the profile's name, its reading or a class, by the index of each: "Sora 3-A" finds Sora of class 3-A.
function holdingAll(text: string | undefined): SQL | undefined {
  const words = (text ?? '').split(/\s+/u).filter(Boolean);
  if (words.length === 0) return undefined;
  return sql.join(
    words.map((word) => sql`${profiles.id} in (${holding(word)})`),
    sql` and `,
  );
}

function holding(word: string): SQL {
  const parsedId = uuid.safeParse(word);
  if (parsedId.success) return sql`${parsedId.data}::uuid`;
  const names = normalForm(namesOfChild({ name: sql`child.name`, reading: sql`child.reading` }));
  const all = (column: SQL) =>
    sql.join([holdsWords(column, word), holdsPieces(column, word)].filter(Boolean), sql` and `);
  return sql`
    select child.id from ${profiles} child where ${all(names)}
    union select joined.profile_id from ${classProfiles} joined join ${classes} place on place.id = joined.class_id
      where ${all(sql`place.search_text`)}`;
}

// Qualified by hand: in a query of one table drizzle writes bare column names, which a subquery would take as its own.
const child = sql`${profiles}.id`;

/** What the list and the card show of a profile. */
export const profileColumns = {
  id: profiles.id,
  name: profiles.name,
  animal: profiles.animal,
  createdAt: instantText(profiles.createdAt),
  lastSeenAt: instantText(profiles.lastSeenAt),
  deletedAt: instantText(profiles.deletedAt),
  classes: sql<{ id: string; className: string }[]>`(
    select coalesce(json_agg(json_build_object('id', place.id, 'className', place.class_name)
        order by joined.last_seen_at desc, place.id), '[]')
      from ${classProfiles} joined join ${classes} place on place.id = joined.class_id
      where joined.profile_id = ${child}
  )`,
  postCount: sql<number>`(select count(*)::int from ${communityPosts} post where post.profile_id = ${child})`,
  pageViewCount: sql<number>`(select count(*)::int from ${pageViews} seen where seen.profile_id = ${child})`,
};

const selectProfiles = (db: Queryable, condition: SQL | undefined) =>
  db.select(profileColumns).from(profiles).where(condition).$dynamic();

interface Part {
  readonly limit: number | Placeholder;
  readonly offset: number | Placeholder;
}

const pageOfProfiles = (db: Queryable, condition: SQL | undefined, { limit, offset }: Part) =>
  selectProfiles(db, condition).orderBy(desc(profiles.lastSeenAt), desc(profiles.id)).limit(limit).offset(offset);

const countProfiles = (db: Queryable, condition: SQL | undefined) =>
  db
    .select({ count: sql<number>`count(*)::int` })
    .from(
      sql`(select from ${profiles} where ${condition ?? sql`true`} limit ${sql.raw(String(countLimit + 1))}) found`,
    );

const allProfiles = preparedQuery(['limit', 'offset'], (db: Queryable, part) => pageOfProfiles(db, undefined, part));
const countOfAll = preparedQuery([], (db: Queryable) => countProfiles(db, undefined));
type Row = Awaited<ReturnType<typeof selectProfiles>>[number];

const shown = (row: Row): PrivacyProfile => ({ firstSeenAt: row.createdAt, ...row });
