import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { media } from '#api/ground/db/schema.ts';
import { holdsWords } from '#api/ground/db/search.ts';
import { totalOf } from '#api/ground/db/total-of.ts';
import type { Uses } from '#api/ground/services.ts';
import type { AudioFile, audioFiles } from '#schema/rest/media.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { Page } from '#schema/rest/paging.ts';

const isSound = and(eq(media.purpose, 'teaching'), eq(media.kind, 'audio'));

const columns = {
  id: media.id,
  fileName: media.fileName,
  durationMs: media.durationMs,
  createdAt: media.createdAt,
};

const selectSounds = (db: Queryable, condition: SQL | undefined) =>
  db.select(columns).from(media).where(condition).orderBy(desc(media.createdAt), desc(media.id)).$dynamic();

const firstSounds = preparedQuery(['limit'], (db: Queryable, { limit }) => selectSounds(db, isSound).limit(limit));
const countSounds = preparedQuery([], (db: Queryable) =>
  db
    .select({ count: sql<number>`count(*)::int` })
    .from(media)
    .where(isSound),
);

/** A page of the sounds that staff uploaded, the newest first. */
export async function audioPage(
  { db, links }: Uses<'db' | 'links'>,
  query: QueryOf<typeof audioFiles>,
): Promise<Page<AudioFile>> {
  const { PageNumber, PageSize, SearchText } = query;
  const condition = and(isSound, holdsWords(media.searchText, SearchText));
  const rows =
    SearchText || PageNumber > 1
      ? await selectSounds(db, condition)
          .limit(PageSize)
          .offset((PageNumber - 1) * PageSize)
      : await firstSounds(db, { limit: PageSize });
  const countAll = async () =>
    SearchText ? db.$count(media, condition) : ((await countSounds(db, {}))[0]?.count ?? 0);
  const items = rows.map(({ id, fileName, durationMs, createdAt }) => ({
    id,
    ...links.media(id, fileName),
    durationMs: durationMs ?? 0,
    createdAt: createdAt.toISOString(),
    dateCreated: createdAt.toISOString(),
  }));
  const totalCount = await totalOf({ PageNumber, PageSize }, rows, countAll);
  return { items, pageNumber: PageNumber, pageSize: PageSize, totalCount };
}
