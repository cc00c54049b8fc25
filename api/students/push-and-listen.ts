import { and, eq, isNull } from 'drizzle-orm';
import { contentIsShownTo } from '#api/contents/shown-to.ts';
import { contents, lessons, media, pushAndListenItems, textbooks } from '#api/db/schema.ts';
import type { Caller } from '#api/http/caller.ts';
import type { SignedLinks } from '#api/media/signed-links.ts';
import type { Services } from '#api/services.ts';

/** The items of a content in order; undefined when the caller sees no such content. */
export async function findPushAndListen({ db, links }: Services, caller: Caller, contentId: string) {
  const rows = await db
    .select({ item: pushAndListenItems, audioId: media.id })
    .from(contents)
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .leftJoin(
      pushAndListenItems,
      and(eq(pushAndListenItems.contentId, contents.id), isNull(pushAndListenItems.deletedAt)),
    )
    .leftJoin(media, eq(media.id, pushAndListenItems.audioMediaId))
    .where(and(contentIsShownTo(caller), eq(contents.id, contentId)))
    .orderBy(pushAndListenItems.position, pushAndListenItems.id);
  if (rows.length === 0) return undefined;
  // A content without items is one row of nothing.
  return rows.flatMap(({ item }) => (item ? [asItem(item, links)] : []));
}

function asItem(item: typeof pushAndListenItems.$inferSelect, links: SignedLinks) {
  const { spotX: x, spotY: y, spotWidth: width, spotHeight: height } = item;
  return {
    id: item.id,
    name: item.name,
    audio: links.media(item.audioMediaId, item.fileName),
    spot: x === null || y === null || width === null || height === null ? null : { x, y, width, height },
  };
}
