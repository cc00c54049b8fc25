import type { ApiKeyScope } from '#schema/api-key-scopes.ts';
import { newId } from '#api/ground/db/ids.ts';
import { createApiKey } from '#schema/rest/api-keys.ts';
import { answerOf } from '#tests/support/answers.ts';
import type { World } from '#tests/support/world.ts';
import { addStaff, type Member, send, tokenOf } from './school.ts';

interface Wanted {
  /** A new administrator unless given. */
  readonly owner?: Member;
  readonly scopes?: readonly ApiKeyScope[];
  readonly expiresAt?: string;
}

/** Makes an API key the way people do. */
export async function makeKey(world: World, { owner, scopes = ['Class:read'], expiresAt }: Wanted = {}) {
  const holder = owner ?? (await addStaff(world, { role: 'Administrator' }));
  const body = { name: `Key ${newId()}`, scopes, expiresAt };
  const made = await answerOf(createApiKey, send(world, createApiKey, { token: await tokenOf(world, holder), body }));
  return { owner: holder, key: made.key, id: made.apiKey.id };
}
