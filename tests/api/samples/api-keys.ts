import { newKey } from '#api/api-keys/key.ts';
import { newId } from '#api/db/ids.ts';
import { apiKeys } from '#api/db/schema.ts';
import type { Place } from './place.ts';
import type { Samples } from './sample.ts';

async function aKey({ world, own }: Place): Promise<string> {
  const { keyHash, lastFour } = newKey();
  const id = newId();
  const row = { id, ownerId: own.Administrator.id, name: id, scopes: ['Class:read' as const], keyHash, lastFour };
  await world.services.db.insert(apiKeys).values(row);
  return id;
}

export const apiKeySamples: Samples = {
  admission: () => ({ body: { cost: 20 } }),
  apiKeys: () => ({ query: { State: ['live', 'expired'], PageSize: 5 } }),
  createApiKey: () => ({ body: { name: newId(), scopes: ['Class:read'], expiresAt: '2099-04-01T00:00:00Z' } }),
  revokeApiKey: async (place) => ({ params: { id: await aKey(place) } }),
};
