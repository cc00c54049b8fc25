import { eq } from 'drizzle-orm';
import { editedBy } from '#api/audit/edited-by.ts';
import { type Author, recordChange } from '#api/audit/record.ts';
import { holdContent } from '#api/contents/store.ts';
import { newHashCode } from '#api/db/ids.ts';
import { contents } from '#api/db/schema.ts';
import { notFound } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';

/** Gives a content a new hash code; the old one opens nothing from then on. */
export async function regenerateContentCode({ db }: Services, contentId: string, author: Author): Promise<void> {
  await db.transaction(async (tx) => {
    const content = await holdContent(tx, contentId);
    if (!content) throw notFound();
    await tx
      .update(contents)
      .set({ hashCode: newHashCode(), ...editedBy(content, author) })
      .where(eq(contents.id, contentId));
    await recordChange(tx, author, { action: 'regenerate-qrcode', entity: 'contents', entityId: contentId });
  });
}
