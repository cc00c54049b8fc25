import { classes } from '#api/db/schema.ts';
import { eq, sql } from 'drizzle-orm';
import { aClass } from './place.ts';
import type { Samples } from './sample.ts';

export const trashSamples: Samples = {
  trash: () => ({ query: { Kind: 'classes', SearchText: 'class' } }),
  restoreFromTrash: async (place) => {
    const { id } = await aClass(place);
    await place.world.services.db
      .update(classes)
      .set({ deletedAt: sql`now()` })
      .where(eq(classes.id, id));
    return { params: { kind: 'classes', id } };
  },
};
