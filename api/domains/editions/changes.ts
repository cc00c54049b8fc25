import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { currentTarget } from '#api/ground/db/printed-target.ts';
import { contents, editionCodes, editions, lessons, printedCodes, textbooks } from '#api/ground/db/schema.ts';
import type { PrintedCodeChange } from '#schema/rest/printed-codes.ts';

/** The printed code of the target that row `code` opens now; null for a deleted target or a draft. */
const opensNow = (code: SQL): SQL => sql`(
  select opened.id from ${printedCodes} opened
  left join ${contents} c on opened.entity = 'contents' and c.id = opened.entity_id
  left join ${lessons} l on l.id = case opened.entity when 'contents' then c.lesson_id when 'lessons' then opened.entity_id end
  left join ${textbooks} t on t.id = case opened.entity when 'textbooks' then opened.entity_id else l.textbook_id end
  where opened.id = coalesce(${currentTarget(code)}, ${code}.id) and t.published_at is not null and t.deleted_at is null
    and (l.id is null or (l.published_at is not null and l.deleted_at is null))
    and (c.id is null or (c.published_at is not null and c.deleted_at is null)))`;

/** The current targets of a textbook's codes, in the shape of `edition_codes`. */
export const openedNow = (textbookId: SQLWrapper | string): SQL => sql`
  select code.id as printed_code_id, ${opensNow(sql`code`)} as opens_id
  from ${printedCodes} code where code.kind = 'code' and code.textbook_id = ${textbookId}`;

/** The targets that the codes had when an edition was printed. */
export const openedIn = (editionId: SQLWrapper): SQL =>
  sql`select printed_code_id, opens_id from ${editionCodes} where edition_id = ${editionId}`;

const changed = (past: SQL, present: SQL): SQL => sql`case
  when ${past} is null and ${present} is not null then 'added'
  when ${past} is not null and ${present} is null then 'gone'
  when ${past} <> ${present} then 'retargeted' end`;

/** The counts of the changes from one list to a later one, as one JSON object. */
export const changesBetween = (past: SQL, present: SQL): SQL => sql`(
  select json_build_object(
    'added', count(*) filter (where change = 'added'),
    'retargeted', count(*) filter (where change = 'retargeted'),
    'gone', count(*) filter (where change = 'gone'))
  from (
    select ${changed(sql`past.opens_id`, sql`present.opens_id`)} as change
    from (${past}) past full join (${present}) present using (printed_code_id)
  ) compared)`;

/** How a printed code changed since the newest edition of its textbook; null without one. For queries of printed codes. */
export const changeSincePrint = sql<PrintedCodeChange | null>`(
  select ${changed(sql`past.opens_id`, sql`present.opens_id`)}
  from (select id from ${editions} where ${editions.textbookId} = ${printedCodes.textbookId} order by number desc limit 1) newest
  left join ${editionCodes} past on past.edition_id = newest.id and past.printed_code_id = ${printedCodes.id}
  cross join (select ${opensNow(sql`${printedCodes}`)} as opens_id) present)`;
