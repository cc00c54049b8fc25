import { eq, sql } from 'drizzle-orm';
import { textBookIsPublished } from '#api/contents/published.ts';
import { media, textbooks } from '#api/db/schema.ts';
import { type Route, route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
import * as operations from '#schema/rest/textbooks.ts';
import { textBookNameColumns, textBookNameOf } from './names.ts';
import { textBookDetail } from './store.ts';
import { textBookPage } from './textbook-list.ts';
import { createTextBook, deleteTextBook, updateTextBook } from './write.ts';

export function textBookRoutes(services: Services): Route[] {
  const { db, links } = services;
  return [
    route(operations.textBooks, async ({ query }) => textBookPage(services, query)),

    route(operations.allTextBooks, async () => {
      const rows = await db
        .select(textBookNameColumns)
        .from(textbooks)
        .leftJoin(media, eq(media.id, textbooks.thumbnailMediaId))
        .where(textBookIsPublished)
        .orderBy(sql`lower(${textbooks.name})`, textbooks.id);
      return rows.map((row) => textBookNameOf(row, links));
    }),

    route(operations.createTextBook, async ({ caller, requestId, body }) =>
      textBookDetail(services, await createTextBook(services, { ...caller, requestId }, body)),
    ),

    route(operations.textBookById, async ({ params }) => textBookDetail(services, params.Id)),

    route(operations.updateTextBook, async ({ caller, requestId, params: { Id: id }, body: values }) => {
      await updateTextBook(services, { ...caller, requestId }, { id, values });
      return textBookDetail(services, id);
    }),

    route(operations.deleteTextBook, async ({ caller, requestId, params }) =>
      deleteTextBook(services, { ...caller, requestId }, params.Id),
    ),
  ];
}
