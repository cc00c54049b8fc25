import { eq, sql } from 'drizzle-orm';
import { textBookIsPublished } from '#api/contents/published.ts';
import { media, textbooks } from '#api/db/schema.ts';
import { type Route, route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
import { allTextBooks, textBooks } from '#schema/rest/textbooks.ts';
import { textBookNameColumns, textBookNameOf } from './names.ts';
import { textBookPage } from './textbook-list.ts';

export function textBookRoutes(services: Services): Route[] {
  const { db, links } = services;
  return [
    route(textBooks, async ({ query }) => textBookPage(services, query)),

    route(allTextBooks, async () => {
      const rows = await db
        .select(textBookNameColumns)
        .from(textbooks)
        .leftJoin(media, eq(media.id, textbooks.thumbnailMediaId))
        .where(textBookIsPublished)
        .orderBy(sql`lower(${textbooks.name})`, textbooks.id);
      return rows.map((row) => textBookNameOf(row, links));
    }),
  ];
}
