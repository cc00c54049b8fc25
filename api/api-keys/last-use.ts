import { and, eq, sql } from 'drizzle-orm';
import { apiKeys } from '#api/db/schema.ts';
import type { Services } from '#api/services.ts';

const thisMinute = sql`date_trunc('minute', now())`;

/** Whether the minute of a key's last use is over. */
export const lastUsedBefore = sql<boolean>`${apiKeys.lastUsedAt} is distinct from ${thisMinute}`;

/** Notes that a key is being used, once a minute; no answer waits for it, and none fails by it. */
export function createLastUse({ db, logger }: Pick<Services, 'db' | 'logger'>): (keyId: string) => void {
  const underWay = new Set<string>();
  return (keyId) => {
    if (underWay.has(keyId)) return;
    underWay.add(keyId);
    void db
      .update(apiKeys)
      .set({ lastUsedAt: thisMinute })
      .where(and(eq(apiKeys.id, keyId), lastUsedBefore))
      .catch((error: unknown) => logger.warn({ err: error, apiKey: keyId }, 'last use of an API key not noted'))
      .finally(() => underWay.delete(keyId));
  };
}
