import { eq } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { contents, linkChecks } from '#api/ground/db/schema.ts';
import { makeMedia } from './teaching.ts';

/** Gives a content a picture that is not in the store, and lists it as broken. */
export async function makeBrokenLink(
  db: Queryable,
  { contentId, ...over }: { readonly contentId: string } & Partial<typeof linkChecks.$inferInsert>,
) {
  const picture = await makeMedia(db, { kind: 'image', contentType: 'image/png', fileName: 'page.png' });
  await db.update(contents).set({ pageImageMediaId: picture.id }).where(eq(contents.id, contentId));
  return listAsBroken(db, { kind: 'picture', rowId: contentId, target: picture.id, problem: 'missing', ...over });
}

type Listed = Partial<typeof linkChecks.$inferInsert> &
  Pick<typeof linkChecks.$inferInsert, 'kind' | 'rowId' | 'target' | 'problem'>;

/** The row of a link that was found broken yesterday. */
export async function listAsBroken(db: Queryable, given: Listed): Promise<{ readonly id: string }> {
  const id = newId();
  const yesterday = new Date(Date.now() - 86_400_000);
  const looked = { badSince: yesterday, brokenAt: yesterday, triedAt: yesterday, checkedAt: yesterday };
  await db.insert(linkChecks).values({ id, ...looked, ...given });
  return { id };
}
