import { isNotNull, type SQL, sql } from 'drizzle-orm';
import { contents, lessons, linkChecks, pushAndListenItems, textbooks } from '#api/ground/db/schema.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import type { LinkKind } from '#schema/rest/link-health.ts';

/** The links that a service outside is asked for. */
export const askedKinds = ['video', 'game'] as const satisfies readonly LinkKind[];
export type AskedKind = (typeof askedKinds)[number];
export const isAsked = (kind: LinkKind): kind is AskedKind => askedKinds.some((asked) => asked === kind);
export const fileKinds = ['picture', 'sound', 'itemSound', 'cover'] as const satisfies readonly LinkKind[];

const { MUSIC, VIDEO, GAME, RECORD, PUSH_AND_LISTEN } = ContentType;

const shownContents = sql`${contents} content
  join ${lessons} unit on unit.id = content.lesson_id and unit.deleted_at is null
  join ${textbooks} book on book.id = unit.textbook_id and book.deleted_at is null and content.deleted_at is null`;

const ofContent = (kind: LinkKind, { target, file }: { target: SQL; file: SQL }, condition: SQL): SQL => sql`
  select ${sql.raw(`'${kind}'`)}::text as kind, content.id as row_id, ${target} as target, ${file} as media_id,
    book.id as textbook_id, content.id as content_id, null::text as item_name, content.updated_by_id as changed_by_id
  from ${shownContents} where ${condition}`;

const linkOf = (kind: AskedKind, target: SQL, condition: SQL): SQL =>
  ofContent(kind, { target, file: sql`null::uuid` }, condition);

const fileOf = (kind: LinkKind, file: SQL, condition: SQL): SQL =>
  ofContent(kind, { target: sql`${file}::text`, file }, sql`${file} is not null and ${condition}`);

// The links that pages show now. A link that is kept for another type of its content is not checked.
const links = [
  // A start time does not make it another video, so it is cut off.
  linkOf(
    'video',
    sql`split_part(content.youtube_link, '&', 1)`,
    sql`content.type in (${sql.raw(`${MUSIC}, ${VIDEO}`)}) and content.youtube_link is not null`,
  ),
  // Wordwall's oEmbed does not know the addresses of embedded games.
  linkOf(
    'game',
    sql`content.wordwall_link`,
    sql`content.type = ${sql.raw(String(GAME))} and content.wordwall_link not like 'https://wordwall.net/embed/%'`,
  ),
];

const files = [
  fileOf('picture', sql`content.page_image_media_id`, sql`true`),
  fileOf('sound', sql`content.audio_media_id`, sql`content.type in (${sql.raw(`${MUSIC}, ${RECORD}`)})`),
  sql`
    select 'itemSound'::text, item.id, item.audio_media_id::text, item.audio_media_id, book.id, content.id, item.name,
      item.updated_by_id
    from ${pushAndListenItems} item join (${shownContents}) on content.id = item.content_id and item.deleted_at is null
    where content.type = ${sql.raw(String(PUSH_AND_LISTEN))}`,
  sql`
    select 'cover'::text, book.id, book.thumbnail_media_id::text, book.thumbnail_media_id, book.id, null::uuid, null::text,
      book.updated_by_id
    from ${textbooks} book where book.deleted_at is null and book.thumbnail_media_id is not null`,
];

/**
 * Every link and file of textbooks that are not deleted, with its place and who last changed it, as `place`. Without those
 * outside where the operator has switched off that services are asked (`asks`).
 */
export const places = (asks: boolean): SQL =>
  sql`(${sql.join([...(asks ? links : []), ...files], sql` union all `)}) place`;

/** Joins a look to the place that it was at, while that has the same link. */
export const isOfPlace = sql`place.row_id = ${linkChecks.rowId} and place.kind = ${linkChecks.kind}
  and place.target = ${linkChecks.target}`;

export const isBroken = isNotNull(linkChecks.brokenAt);
