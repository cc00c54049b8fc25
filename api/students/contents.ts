import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { contentIsShownTo } from '#api/contents/shown-to.ts';
import { contents, lessons, media, textbooks } from '#api/db/schema.ts';
import type { Caller } from '#api/http/caller.ts';
import type { Services } from '#api/services.ts';

const picture = alias(media, 'picture');
const sound = alias(media, 'sound');

/** The content with this hash code that the caller may see, as the player needs it. */
export async function findContent({ db, links }: Services, caller: Caller, hashCode: string) {
  const [row] = await db
    .select({
      id: contents.id,
      hashCode: contents.hashCode,
      type: contents.type,
      pageNumber: contents.pageNumber,
      name: contents.name,
      description: contents.description,
      youtubeLink: contents.youtubeLink,
      wordwallLink: contents.wordwallLink,
      picture: { id: picture.id, fileName: picture.fileName, width: picture.width, height: picture.height },
      sound: { id: sound.id, fileName: sound.fileName },
      unit: { id: lessons.id, hashCode: lessons.hashCode, number: lessons.number, name: lessons.name },
      textBook: { id: textbooks.id, hashCode: textbooks.hashCode, name: textbooks.name },
    })
    .from(contents)
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .leftJoin(picture, eq(picture.id, contents.pageImageMediaId))
    .leftJoin(sound, eq(sound.id, contents.audioMediaId))
    .where(and(contentIsShownTo(caller), eq(contents.hashCode, hashCode)));
  if (!row) return undefined;

  const { picture: page, sound: model, ...rest } = row;
  return {
    ...rest,
    ...(await neighbours(db, caller, row)),
    thumbnail: page && links.smallPicture(page.id, page.fileName),
    pageImage: page && { ...links.media(page.id, page.fileName), width: page.width ?? 1, height: page.height ?? 1 },
    audio: model && links.media(model.id, model.fileName),
  };
}

/** The pages before and after in the printed book, across its units. */
async function neighbours(db: Services['db'], caller: Caller, content: { id: string; textBook: { id: string } }) {
  const printedOrder = sql`(order by ${lessons.position}, ${lessons.id}, ${contents.position}, ${contents.id})`;
  const pages = db
    .select({
      id: contents.id,
      previousHashCode: sql<string | null>`lag(${contents.hashCode}) over ${printedOrder}`.as('previous_hash_code'),
      nextHashCode: sql<string | null>`lead(${contents.hashCode}) over ${printedOrder}`.as('next_hash_code'),
    })
    .from(contents)
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .where(and(contentIsShownTo(caller), eq(textbooks.id, content.textBook.id)))
    .as('pages');
  const [found] = await db
    .select({ previousHashCode: pages.previousHashCode, nextHashCode: pages.nextHashCode })
    .from(pages)
    .where(eq(pages.id, content.id));
  return found ?? { previousHashCode: null, nextHashCode: null };
}

/** Type and textbook of the content with this hash code that the caller may see. */
export async function findContentType({ db }: Services, caller: Caller, hashCode: string) {
  const [row] = await db
    .select({ type: contents.type, textBookId: textbooks.id })
    .from(contents)
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .where(and(contentIsShownTo(caller), eq(contents.hashCode, hashCode)));
  return row;
}
