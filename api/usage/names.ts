import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from '#api/db/client.ts';
import { classes, contents, lessons, textbooks } from '#api/db/schema.ts';
import type { ContentType } from '#schema/rest/enumerations.ts';
import type { PageView } from './page-view.ts';

const kinds = ['book', 'class', 'lesson', 'content'] as const;
type Kind = (typeof kinds)[number];

type Known = {
  readonly name: string;
  /** These two of a content. */
  readonly type: ContentType | null;
  readonly lessonId: string | null;
};

/** What page views may be of, by kind and id: an id that is not in here is none of ours. */
export type Names = Readonly<Record<Kind, ReadonlyMap<string, Known>>>;

const none = sql`null::smallint as type, null::uuid as "lessonId"`;

const tables: Readonly<Record<Kind, { readonly table: PgTable; readonly columns: SQL }>> = {
  book: { table: textbooks, columns: sql`name, ${none}` },
  class: { table: classes, columns: sql`class_name as name, ${none}` },
  lesson: { table: lessons, columns: sql`name, ${none}` },
  content: { table: contents, columns: sql`name, type, lesson_id as "lessonId"` },
};

/** Reads at once all that these page views name. */
export async function namesOf(db: Queryable, views: readonly PageView[]): Promise<Names> {
  const told: Record<Kind, readonly (string | undefined)[]> = {
    book: views.map((view) => view.told.textBookId),
    class: views.map((view) => view.told.classId),
    lesson: views.map((view) => view.told.lessonId),
    content: views.map((view) => view.told.contentId),
  };
  const selects = kinds.map((kind) => {
    const ids = [...new Set(told[kind].filter((id) => id !== undefined))];
    const { table, columns } = tables[kind];
    return sql`select ${kind}::text as kind, id, ${columns} from ${table} where id = any(${sql.param(ids)}::uuid[])`;
  });
  const { rows } = await db.execute<{ kind: Kind; id: string } & Known>(sql.join(selects, sql` union all `));
  const ofKind = (wanted: Kind) =>
    new Map(rows.flatMap(({ kind, id, ...known }) => (kind === wanted ? [[id, known] as const] : [])));
  return { book: ofKind('book'), class: ofKind('class'), lesson: ofKind('lesson'), content: ofKind('content') };
}
