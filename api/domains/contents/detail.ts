import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { editorColumns, editors } from '#api/domains/audit/versions.ts';
import { contentQrLinks, contentUrl } from '#api/domains/qr-codes/links.ts';
import { permanentCode } from '#api/domains/qr-codes/printed-codes.ts';
import { contentIsNotDeleted } from '#api/domains/textbooks/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { contents, lessons, media, pushAndListenItems, textbooks } from '#api/ground/db/schema.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { ContentDetail } from '#schema/rest/contents.ts';
import { contentFields } from '#schema/rules/contents.ts';
import { pick } from '#schema/rules/plain-fields.ts';

const pictures = alias(media, 'pictures');
const sounds = alias(media, 'sounds');
const siblings = alias(contents, 'siblings');

// Counts the contents that are not deleted, since positions have gaps where a content was deleted.
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
  printedCode: permanentCode(contents.id),
  lessonId: contents.lessonId,
  type: contents.type,
  order,
  ...pick(contents, contentFields),
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

/** Contents that are not deleted, drafts included, with all columns of a list or detail. */
export const selectContents = (db: Queryable, condition: SQL | undefined) =>
  db
    .select(columns)
    .from(contents)
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .leftJoin(pictures, eq(pictures.id, contents.pageImageMediaId))
    .leftJoin(sounds, eq(sounds.id, contents.audioMediaId))
    .leftJoin(editors, eq(editors.id, contents.updatedById))
    .where(and(contentIsNotDeleted, condition));

type ContentRow = Awaited<ReturnType<typeof selectContents>>[number];

const contentById = preparedQuery(['id'], (db: Queryable, { id }) => selectContents(db, eq(contents.id, id)));

/** One content as staff see it; 404 when the content, its unit or its textbook is deleted. */
export async function contentDetail(services: Uses<'db' | 'settings' | 'links'>, id: string): Promise<ContentDetail> {
  const [row] = await contentById(services.db, { id });
  if (!row) throw notFound();
  return contentDetailOf(row, services);
}

export function contentDetailOf(
  { picture, sound, ...row }: ContentRow,
  { links, settings }: Uses<'settings' | 'links'>,
): ContentDetail {
  const { width, height } = picture ?? {};
  return {
    ...row,
    pageImageId: picture?.id ?? null,
    pageImage: picture && {
      ...links.pagePicture(picture.id, picture.fileName),
      width: width ?? 1,
      height: height ?? 1,
    },
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
