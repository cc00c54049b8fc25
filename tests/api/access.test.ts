import { beforeAll, describe, expect, test } from 'vitest';
import { mayCall } from '#schema/access.ts';
import { scopeInWords, scopeOf } from '#schema/api-key-scopes.ts';
import { contract } from '#schema/rest/contract.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { callerKinds } from './samples/caller-kinds.ts';
import { makePlace, sharedTokens } from './samples/place.ts';
import { problemOf, send } from './school.ts';

const world = keptApi();
let tokenFor: ReturnType<typeof sharedTokens>;

beforeAll(async () => {
  tokenFor = sharedTokens(await makePlace(world));
});

test('who may call what, and which API keys, is as it was looked at last', async () => {
  const lines = contract.map((operation) => {
    const allowed = callerKinds.filter((caller) => mayCall(caller, operation.access));
    return `${operation.name}: ${allowed.join(', ')}; ${scopeInWords(scopeOf(operation))}`;
  });
  // A new operation's line is written by `npm test -- tests/api/access.test.ts --update`, and read before it is kept.
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('access.txt');
});

// tests/gateway/access-matrix.test.ts covers the allowed callers; this file covers all others.
describe.each(contract.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
  const refused = callerKinds.filter((caller) => !mayCall(caller, operation.access));

  // Only the token is sent: a 400 or 404 would show that the call was examined before its caller.
  test.each(refused)('refuses %s, whatever is sent', async (caller) => {
    await problemOf(send(world, operation, { token: await tokenFor(caller) }), caller === 'Nobody' ? 401 : 403);
  });

  test('refuses a token that is no longer good where one is needed', async () => {
    const { status } = await send(world, operation, { token: 'old' });
    if (operation.access.kind === 'anyone') expect([200, 400, 404]).toContain(status);
    else expect(status).toBe(401);
  });
});
