import { eq, sql } from 'drizzle-orm';
import { Readable } from 'node:stream';
import { newId } from '#api/ground/db/ids.ts';
import { communityPosts, media } from '#api/ground/db/schema.ts';
import { trashTables } from '#api/domains/trash/kinds.ts';
import type { TrashKind } from '#schema/rest/trash.ts';
import { makeMedia } from '#tests/support/teaching.ts';
import type { World } from '#tests/support/world.ts';

/** An instant so many days ago. */
export const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

/** Old rows and files for tests of the nightly clean-up. */
export function makePast({ services: { db, storage } }: World) {
  return {
    /** Deleted so many days ago. */
    async deleted(kind: TrashKind, id: string, days: number): Promise<void> {
      await db.execute(
        sql`update ${trashTables[kind]} set deleted_at = ${daysAgo(days).toISOString()} where id = ${id}`,
      );
    },

    has: async (kind: TrashKind, id: string): Promise<boolean> =>
      (await db.select({ id: trashTables[kind].id }).from(trashTables[kind]).where(eq(trashTables[kind].id, id)))
        .length > 0,

    /** A stored file with its row, and with a small picture made of it. */
    async aFile(over: Partial<typeof media.$inferInsert> = {}) {
      const row = await makeMedia(db, over);
      await storage.put(row.storageKey, Readable.from(['file']));
      await storage.put(`${row.storageKey}.small`, Readable.from(['small']));
      return row;
    },

    /** Whether the row and the files are there. */
    async kept({ id, storageKey }: { readonly id: string; readonly storageKey: string }) {
      const rows = await db.select({ id: media.id }).from(media).where(eq(media.id, id));
      const sizes = await Promise.all([storage.size(storageKey), storage.size(`${storageKey}.small`)]);
      return [rows.length === 1, ...sizes.map((size) => size !== undefined)];
    },

    async aPost(over: Omit<typeof communityPosts.$inferInsert, 'id' | 'kind'>) {
      const post = { id: newId(), kind: 'image' as const, title: 'ねこ', ...over };
      await db.insert(communityPosts).values(post);
      return post;
    },
  };
}
