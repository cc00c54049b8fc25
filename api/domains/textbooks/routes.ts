import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { media, textbooks } from '#api/ground/db/schema.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/textbooks.ts';
import { upsertTextBooks as upsertOperation } from '#schema/rest/upserts.ts';
import { storedValuesOf, textBookDetail, textBookNameColumns, textBookNameOf } from './detail.ts';
import { changedTextBooks, textBookPage, textBooksById } from './list.ts';
import { textBookIsPublished } from './scope.ts';
import { upsertTextBooks } from './upsert.ts';
import { createTextBook, deleteTextBook, updateTextBook } from './write.ts';

const booksByName = preparedQuery([], (db: Queryable) =>
  db
    .select(textBookNameColumns)
    .from(textbooks)
    .leftJoin(media, eq(media.id, textbooks.thumbnailMediaId))
    .where(textBookIsPublished)
    .orderBy(sql`lower(${textbooks.name})`, textbooks.id),
);

export function textBookRoutes(services: Uses<'db' | 'settings' | 'links'>): Route[] {
  const { db, links } = services;
  return [
    route(operations.textBooks, async ({ query }) => textBookPage(services, query)),

    route(operations.textBookChanges, async ({ query }) => changedTextBooks(services, query)),

    route(operations.allTextBooks, async () => {
      const rows = await booksByName(db, {});
      return rows.map((row) => textBookNameOf(row, links));
    }),

    route(operations.textBooksById, async ({ query }) => textBooksById(services, query.Ids)),

    route(operations.createTextBook, async ({ caller, requestId, body }) =>
      textBookDetail(services, await createTextBook(services, { ...caller, requestId }, body)),
    ),

    route(operations.textBookById, async ({ params }) => textBookDetail(services, params.Id)),

    route(
      operations.updateTextBook,
      async ({ caller, requestId, params: { Id: id }, body: values }) => {
        await updateTextBook(services, { ...caller, requestId }, { id, values });
        return textBookDetail(services, id);
      },
      async ({ params }) => storedValuesOf(await textBookDetail(services, params.Id)),
    ),

    route(upsertOperation, async ({ caller, requestId, body: { rows } }) =>
      upsertTextBooks(services, { ...caller, requestId }, rows),
    ),

    route(operations.deleteTextBook, async ({ caller, requestId, params }) =>
      deleteTextBook(services, { ...caller, requestId }, params.Id),
    ),
  ];
}
