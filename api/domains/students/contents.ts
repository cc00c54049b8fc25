import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { followLink } from '#api/domains/qr-codes/printed-codes.ts';
import { contentsSeenBy, forContentsSeen } from '#api/domains/textbooks/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { contents, lessons, media, pushAndListenItems, textbooks } from '#api/ground/db/schema.ts';
import type { Caller } from '#api/ground/http/caller.ts';
import type { SignedLinks } from '#api/ground/http/signed-links.ts';
import type { Uses } from '#api/ground/services.ts';
import type { ContentType } from '#schema/rest/enumerations.ts';
import type { studentContent } from '#schema/rest/students.ts';
import { namedTextBook } from './textbooks.ts';

const picture = alias(media, 'picture');
const sound = alias(media, 'sound');

type StudentContent = z.output<typeof studentContent>;

/**
 * The content that this hash code opens, with all that the player needs; undefined when the caller does not see one.
 * Throws `codeOfDeleted`.
 */
export async function findContent(
  { db, links }: Uses<'db' | 'links'>,
  caller: Caller,
  hashCode: string,
): Promise<StudentContent | undefined> {
  const [row] = await contentByHashCode[contentsSeenBy(caller)](db, { hashCode });
  if (!row) return followLink(db, { entity: 'contents', hashCode }, (now) => findContent({ db, links }, caller, now));

  const { picture: page, sound: model, neighbours } = row;
  return {
    previousHashCode: neighbours.previousHashCode,
    nextHashCode: neighbours.nextHashCode,
    thumbnail: page && links.smallPicture(page.id, page.fileName),
    pageImage: page && {
      ...links.pagePicture(page.id, page.fileName),
      width: page.width ?? 1,
      height: page.height ?? 1,
    },
    audio: model && links.media(model.id, model.fileName),
    ...row,
  };
}

const contentByHashCode = forContentsSeen((areSeen) =>
  preparedQuery(['hashCode'], (db: Queryable, { hashCode }) =>
    db
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
        textBook: namedTextBook,
        neighbours: neighboursOf(db, areSeen),
      })
      .from(contents)
      .innerJoin(lessons, eq(lessons.id, contents.lessonId))
      .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
      .leftJoin(picture, eq(picture.id, contents.pageImageMediaId))
      .leftJoin(sound, eq(sound.id, contents.audioMediaId))
      .where(and(areSeen, eq(contents.hashCode, hashCode))),
  ),
);

interface Neighbours {
  readonly previousHashCode: string | null;
  readonly nextHashCode: string | null;
}

/** The previous and next page of the book, across its units; for queries of contents with their textbooks. */
function neighboursOf(db: Queryable, areSeen: SQL | undefined): SQL<Neighbours> {
  const printedOrder = sql`(order by ${lessons.position}, ${lessons.id}, ${contents.position}, ${contents.id})`;
  const pages = db
    .select({
      id: contents.id,
      previousHashCode: sql`lag(${contents.hashCode}) over ${printedOrder}`.as('previous'),
      nextHashCode: sql`lead(${contents.hashCode}) over ${printedOrder}`.as('next'),
    })
    .from(contents)
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .where(and(areSeen, sql`${textbooks.id} = here.textbook_id`));
  // Inside `pages` the tables' names mean all pages of the book, so the content that is asked for is `here`.
  return sql<Neighbours>`(
    select json_build_object('previousHashCode', pages.previous, 'nextHashCode', pages.next)
    from (select ${contents.id} as id, ${textbooks.id} as textbook_id) as here cross join lateral (${pages}) as pages
    where pages.id = here.id
  )`;
}

interface TypeAndBook {
  readonly type: ContentType;
  readonly textBookId: string;
}

/**
 * The type and textbook of the content that this hash code opens; undefined when the caller does not see one. Throws
 * `codeOfDeleted`.
 */
export async function findContentType(
  { db }: Uses<'db'>,
  caller: Caller,
  hashCode: string,
): Promise<TypeAndBook | undefined> {
  const [row] = await contentType[contentsSeenBy(caller)](db, { hashCode });
  return row ?? followLink(db, { entity: 'contents', hashCode }, (now) => findContentType({ db }, caller, now));
}

const contentType = forContentsSeen((areSeen) =>
  preparedQuery(['hashCode'], (db: Queryable, { hashCode }) =>
    db
      .select({ type: contents.type, textBookId: textbooks.id })
      .from(contents)
      .innerJoin(lessons, eq(lessons.id, contents.lessonId))
      .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
      .where(and(areSeen, eq(contents.hashCode, hashCode))),
  ),
);

/** The items of a content in order; undefined when the caller does not see the content. */
export async function findPushAndListen({ db, links }: Uses<'db' | 'links'>, caller: Caller, contentId: string) {
  const rows = await itemsOfContent[contentsSeenBy(caller)](db, { contentId });
  if (rows.length === 0) return undefined;
  // A content without items gives one row without an item, because of the left join.
  return rows.flatMap(({ item }) => (item ? [asItem(item, links)] : []));
}

const itemsOfContent = forContentsSeen((areSeen) =>
  preparedQuery(['contentId'], (db: Queryable, { contentId }) =>
    db
      .select({ item: pushAndListenItems, audioId: media.id })
      .from(contents)
      .innerJoin(lessons, eq(lessons.id, contents.lessonId))
      .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
      .leftJoin(
        pushAndListenItems,
        and(eq(pushAndListenItems.contentId, contents.id), isNull(pushAndListenItems.deletedAt)),
      )
      .leftJoin(media, eq(media.id, pushAndListenItems.audioMediaId))
      .where(and(areSeen, eq(contents.id, contentId)))
      .orderBy(pushAndListenItems.position, pushAndListenItems.id),
  ),
);

function asItem(item: typeof pushAndListenItems.$inferSelect, links: SignedLinks) {
  const { spotX: x, spotY: y, spotWidth: width, spotHeight: height } = item;
  return {
    id: item.id,
    name: item.name,
    audio: links.media(item.audioMediaId, item.fileName),
    spot: x === null || y === null || width === null || height === null ? null : { x, y, width, height },
  };
}
