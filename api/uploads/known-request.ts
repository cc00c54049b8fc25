import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { mediaRequests } from '#api/db/schema.ts';

interface SentBefore {
  readonly profileId: string;
  readonly clientId: string | undefined;
}

/** The request of an upload that the same device has sent before under the same id of its own. */
export async function knownRequest(db: Queryable, { profileId, clientId }: SentBefore): Promise<string | undefined> {
  if (clientId === undefined) return undefined;
  const [known] = await db
    .select({ id: mediaRequests.id })
    .from(mediaRequests)
    .where(and(eq(mediaRequests.profileId, profileId), eq(mediaRequests.clientId, clientId)));
  return known?.id;
}
