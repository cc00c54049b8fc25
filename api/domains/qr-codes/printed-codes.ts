import { and, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import { contentIsPublished, lessonIsPublished, textBookIsPublished } from '#api/domains/textbooks/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { currentTarget } from '#api/ground/db/printed-target.ts';
import { contents, lessons, printedCodes, textbooks } from '#api/ground/db/schema.ts';
import { ApiProblem } from '#api/ground/http/problems.ts';

/** The target of a code that was printed once. */
interface PrintedTarget {
  readonly id: string;
  /** Whether the code opens another target than the one it was printed for. */
  readonly isRetargeted: boolean;
  /** Whether the target is in the trash, or was removed for good. */
  readonly isDeleted: boolean;
  /** Whether a new QR code was made in place of this one. */
  readonly isReplaced: boolean;
  /** Whether students see the target. */
  readonly isPublished: boolean;
  /** Null for a draft. */
  readonly textBookHashCode: string | null;
  /** Null for a book, and for a draft. */
  readonly lessonHashCode: string | null;
  /** Null for a book or a unit, and for a draft. */
  readonly contentHashCode: string | null;
}

/** The target of the first of these links, replaced ones included; undefined when none of them was printed. */
export async function findPrintedLink(db: Queryable, ...links: readonly Link[]): Promise<PrintedTarget | undefined> {
  const [row] = await firstLink(db, { keys: links.map(keyOfLink) });
  return row;
}

/** The first of these typed codes that was ever printed. */
export async function findPrintedCode(db: Queryable, codes: readonly TypedCode[]): Promise<PrintedTarget | undefined> {
  const [row] = await firstCode(db, {
    shortCodes: codes.map(({ shortCode }) => shortCode),
    ends: codes.map(({ page }) => (page ? `-P${page.pageNumber}-${page.place}` : '')),
  });
  return row;
}

/**
 * The hash code of the published textbook of a typed code: what nearly every typed code opens, by a third of the work.
 * Undefined for a unit's or page's code, for one that opens another target, and where `findPrintedCode` says why not.
 */
export async function findBookOfCode(db: Queryable, typed: string): Promise<string | undefined> {
  const [row] = await bookOfCode(db, { typed });
  return row?.hashCode;
}

/** Whether one of these links was retargeted and not replaced. Few are, and this takes less work than `findPrintedLink`. */
export async function opensElsewhere(db: Queryable, ...links: readonly Link[]): Promise<boolean> {
  const rows = await linkElsewhere(db, { keys: links.map(keyOfLink) });
  return rows.length > 0;
}

type Entity = (typeof printedCodes.$inferSelect)['entity'];

/** The typed code of a row that never changes; for queries of its table. */
export const permanentCode = (rowId: AnyPgColumn): SQL<string> => sql<string>`(
  select ${printedCodes.code} from ${printedCodes}
  where ${printedCodes.entityId} = ${rowId} and ${printedCodes.kind} = 'code'
)`;

/** The key of a typed short code or permanent code. */
export const foldedKey = (typed: string): SQL => sql`folded_short_code(${typed})`;

/** A typed code: of a book, a unit or a page, or a form with book and page, such as `HELLO1-P12-2`. */
export interface TypedCode {
  readonly shortCode: string;
  readonly page?: {
    readonly pageNumber: number;
    /** The number of the form on its page, from 1. */
    readonly place: number;
  };
}

// `permanent` is the row with the target of all codes of one entity; `opened` is the row of that target.
const permanent = alias(printedCodes, 'permanent');
const opened = alias(printedCodes, 'opened');
const permanentRow = sql.identifier('permanent');

const selectFirst = (db: Queryable, keys: SQL, condition: SQL | undefined) => {
  const ofEntity = (entity: Entity) => sql`case when ${opened.entity} = ${entity} then ${opened.entityId} end`;
  return db
    .select({
      id: printedCodes.id,
      isRetargeted: sql<boolean>`${currentTarget(permanentRow)} is not null`,
      isDeleted: sql<boolean>`${textbooks.id} is null or num_nonnulls(
        ${contents.deletedAt}, ${lessons.deletedAt}, ${textbooks.deletedAt}) > 0`,
      isReplaced: sql<boolean>`${printedCodes.endedAt} is not null`,
      isPublished: sql<boolean>`coalesce(case ${opened.entity} when 'contents' then ${contentIsPublished}
        when 'lessons' then ${lessonIsPublished} else ${textBookIsPublished} end, false)`,
      textBookHashCode: hashWhen(textBookIsPublished, textbooks.hashCode),
      lessonHashCode: hashWhen(lessonIsPublished, lessons.hashCode),
      contentHashCode: hashWhen(contentIsPublished, contents.hashCode),
    })
    .from(printedCodes)
    .innerJoin(permanent, and(eq(permanent.entityId, printedCodes.entityId), eq(permanent.kind, 'code')))
    .innerJoin(opened, eq(opened.id, sql`coalesce(${currentTarget(permanentRow)}, ${permanent.id})`))
    .leftJoin(contents, sql`${contents.id} = ${ofEntity('contents')}`)
    .leftJoin(lessons, sql`${lessons.id} = coalesce(${contents.lessonId}, ${ofEntity('lessons')})`)
    .leftJoin(textbooks, sql`${textbooks.id} = coalesce(${lessons.textbookId}, ${ofEntity('textbooks')})`)
    .where(and(sql`${printedCodes.key} = any(${keys})`, condition))
    .orderBy(sql`array_position(${keys}, ${printedCodes.key}::text)`)
    .limit(1);
};

const firstLink = preparedQuery(['keys'], (db: Queryable, { keys }) =>
  selectFirst(db, sql`${keys}::text[]`, eq(printedCodes.kind, 'link')),
);

const firstCode = preparedQuery(['shortCodes', 'ends'], (db: Queryable, { shortCodes, ends }) => {
  const typed = sql`unnest(${shortCodes}::text[], ${ends}::text[]) with ordinality as typed(short_code, "end", place)`;
  const keys = sql`array(select folded_short_code(short_code) || "end" from ${typed} order by place)`;
  return selectFirst(db, keys, ne(printedCodes.kind, 'link'));
});

const bookOfCode = preparedQuery(['typed'], (db: Queryable, { typed }) =>
  db
    .select({ hashCode: textbooks.hashCode })
    .from(printedCodes)
    .innerJoin(permanent, and(eq(permanent.entityId, printedCodes.entityId), eq(permanent.kind, 'code')))
    .innerJoin(textbooks, eq(textbooks.id, printedCodes.entityId))
    .where(
      and(
        sql`${printedCodes.key} = folded_short_code(${typed})`,
        ne(printedCodes.kind, 'link'),
        isNull(currentTarget(permanentRow)),
        textBookIsPublished,
      ),
    ),
);

const linkElsewhere = preparedQuery(['keys'], (db: Queryable, { keys }) =>
  db
    .select({ id: printedCodes.id })
    .from(printedCodes)
    .innerJoin(permanent, and(eq(permanent.entityId, printedCodes.entityId), eq(permanent.kind, 'code')))
    .where(
      and(
        sql`${printedCodes.key} = any(${keys}::text[])`,
        eq(printedCodes.kind, 'link'),
        isNull(printedCodes.endedAt),
        isNotNull(currentTarget(permanentRow)),
      ),
    )
    .limit(1),
);

const hashWhen = (condition: SQL | undefined, hashCode: AnyPgColumn) =>
  sql<string | null>`case when ${condition} then ${hashCode} end`;

/** Answers a code of something that was deleted. */
export const codeOfDeleted = () =>
  new ApiProblem({
    status: 404,
    messageKey: 'messages.printedCodeDeleted',
    detail: 'What this code was printed for has been deleted.',
  });

/** The problem for a QR code that a new one has replaced. */
const codeReplaced = () =>
  new ApiProblem({
    status: 404,
    messageKey: 'messages.printedCodeReplaced',
    detail: 'This QR code was replaced by a new one.',
  });

interface Link {
  readonly entity: Entity;
  readonly hashCode: string;
}

const keyOfLink = ({ entity, hashCode }: Link): string => `${entity}:${hashCode}`;

/**
 * Opens a link that no row has any more: `open` gets the hash code of the content that the link was retargeted to.
 * Resolves to undefined for an unknown link and a draft. Throws `codeOfDeleted`, or that the link was replaced: it never
 * opens the content again, nor leads to the new link.
 */
export async function followLink<Found = never>(
  db: Queryable,
  link: Link,
  open?: (hashCode: string) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const found = await findPrintedLink(db, link);
  if (found?.isDeleted) throw codeOfDeleted();
  if (found?.isReplaced && found.isPublished) throw codeReplaced();
  if (found?.isReplaced) return undefined;
  const now = found?.contentHashCode;
  return open && now && now !== link.hashCode ? open(now) : undefined;
}
