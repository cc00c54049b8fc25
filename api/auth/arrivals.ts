import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { refreshTokens } from '#api/db/schema.ts';

// As many as are in use at once in a large school; two generations are kept.
const generation = 5_000;

/** Notes once for each pair of tokens that its owner has it, from the first request with its access token. */
export function createArrivals(db: Queryable): (tokenId: string) => Promise<void> {
  let young = new Set<string>();
  let old = young;
  return async (tokenId) => {
    if (young.has(tokenId) || old.has(tokenId)) return;
    await db
      .update(refreshTokens)
      .set({ seenAt: new Date() })
      .where(and(eq(refreshTokens.id, tokenId), isNull(refreshTokens.seenAt)));
    if (young.size >= generation) {
      old = young;
      young = new Set();
    }
    young.add(tokenId);
  };
}
