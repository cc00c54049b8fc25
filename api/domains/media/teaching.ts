import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { media } from '#api/ground/db/schema.ts';

/** A stored file of staff's that a page may show or play; undefined for a child's, and for one of another kind. */
export async function teachingMedia(tx: Queryable, id: string, kind: 'image' | 'audio') {
  const [row] = await tx
    .select({ id: media.id, fileName: media.fileName })
    .from(media)
    .where(and(eq(media.id, id), eq(media.kind, kind), eq(media.purpose, 'teaching')));
  return row;
}
