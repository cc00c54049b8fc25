import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { editorColumns, editors } from '#api/audit/editors.ts';
import type { Queryable } from '#api/db/client.ts';
import { contents, lessons, media, pushAndListenItems, textbooks } from '#api/db/schema.ts';
import { lessonIsThere } from '#api/lessons/rows.ts';
import { contentQrLinks, contentUrl } from '#api/qr-codes/content-links.ts';
import type { Services } from '#api/services.ts';
import type { ContentDetail } from '#schema/rest/contents.ts';

const pictures = alias(media, 'pictures');
const sounds = alias(media, 'sounds');
const siblings = alias(contents, 'siblings');

// Counted from what is there, so that no gap of a deleted content shows.
const order = sql<number>`(
  select count(*)::int from ${contents} siblings
  where ${siblings.lessonId} = ${contents.lessonId} and ${siblings.deletedAt} is null
    and (${siblings.position}, ${siblings.id}) <= (${contents.position}, ${contents.id})
)`;

const itemCount = sql<number>`(
  select count(*)::int from ${pushAndListenItems}
  where ${pushAndListenItems.contentId} = ${contents.id} and ${pushAndListenItems.deletedAt} is null
)`;

const columns = {
  id: contents.id,
  hashCode: contents.hashCode,
  lessonId: contents.lessonId,
  type: contents.type,
  order,
  pageNumber: contents.pageNumber,
  name: contents.name,
  description: contents.description,
  picture: { id: pictures.id, fileName: pictures.fileName, width: pictures.width, height: pictures.height },
  youtubeLink: contents.youtubeLink,
  wordwallLink: contents.wordwallLink,
  sound: { id: sounds.id, fileName: sounds.fileName },
  itemCount,
  unit: {
    id: lessons.id,
    hashCode: lessons.hashCode,
    number: lessons.number,
    title: lessons.title,
    name: lessons.name,
  },
  textBook: { id: textbooks.id, hashCode: textbooks.hashCode, name: textbooks.name, shortCode: textbooks.shortCode },
  publishedAt: contents.publishedAt,
  version: contents.version,
  createdAt: contents.createdAt,
  updatedAt: contents.updatedAt,
  updatedBy: editorColumns,
};

/** A content is there while its unit and its textbook are. For queries that join all three. */
export const contentIsThere = and(isNull(contents.deletedAt), lessonIsThere);

/** The contents that are there, drafts included, with what their rows show. */
export const selectContents = (db: Queryable, condition: SQL | undefined) =>
  db
    .select(columns)
    .from(contents)
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .leftJoin(pictures, eq(pictures.id, contents.pageImageMediaId))
    .leftJoin(sounds, eq(sounds.id, contents.audioMediaId))
    .leftJoin(editors, eq(editors.id, contents.updatedById))
    .where(and(contentIsThere, condition));

type ContentRow = Awaited<ReturnType<typeof selectContents>>[number];

export function contentDetailOf({ picture, sound, ...row }: ContentRow, { links, settings }: Services): ContentDetail {
  const { width, height } = picture ?? {};
  return {
    ...row,
    pageImageId: picture?.id ?? null,
    pageImage: picture && { ...links.media(picture.id, picture.fileName), width: width ?? 1, height: height ?? 1 },
    thumbnail: picture && links.smallPicture(picture.id, picture.fileName),
    audioId: sound?.id ?? null,
    audio: sound && links.media(sound.id, sound.fileName),
    urlLink: contentUrl(settings, row.hashCode),
    qrCode: contentQrLinks({ ...row, shortCode: row.textBook.shortCode, unitNumber: row.unit.number }, links),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
