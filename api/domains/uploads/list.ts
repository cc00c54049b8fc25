import { and, count, desc, eq } from 'drizzle-orm';
import { media } from '#api/ground/db/schema.ts';
import { holdsWords } from '#api/ground/db/search.ts';
import type { Uses } from '#api/ground/services.ts';
import type { AudioFile, audioFiles } from '#schema/rest/media.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { Page } from '#schema/rest/paging.ts';

/** A page of the sounds that staff uploaded, the newest first. */
export async function audioPage(
  { db, links }: Uses<'db' | 'links'>,
  query: QueryOf<typeof audioFiles>,
): Promise<Page<AudioFile>> {
  const { PageNumber, PageSize, SearchText } = query;
  const condition = and(
    eq(media.purpose, 'teaching'),
    eq(media.kind, 'audio'),
    holdsWords(media.searchText, SearchText),
  );
  const [total] = await db.select({ count: count() }).from(media).where(condition);
  const rows = await db
    .select()
    .from(media)
    .where(condition)
    .orderBy(desc(media.createdAt), desc(media.id))
    .limit(PageSize)
    .offset((PageNumber - 1) * PageSize);
  const items = rows.map(({ id, fileName, durationMs, createdAt }) => ({
    id,
    ...links.media(id, fileName),
    durationMs: durationMs ?? 0,
    createdAt: createdAt.toISOString(),
    dateCreated: createdAt.toISOString(),
  }));
  return { items, pageNumber: PageNumber, pageSize: PageSize, totalCount: total?.count ?? 0 };
}
