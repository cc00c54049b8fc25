import { z } from 'zod';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CallerKind, mayCall, roles } from '#schema/access.ts';
import { contract } from '#schema/rest/contract.ts';
import { makePlace, type Place, sharedTokens, tokenFor } from '#tests/api/samples/place.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { operationFields, sendRootField } from './root-fields.ts';

const callers: readonly CallerKind[] = [...roles, 'Student', 'Nobody'];
// These operations answer 401 themselves to a wrong pair or token.
const signsIn = new Set(['login', 'completeLogin', 'passkeyLogin', 'providerLogin', 'refreshToken']);
const answer = z.object({
  errors: z.array(z.object({ extensions: z.object({ code: z.string() }) })).optional(),
});

const world = keptWorld();
let place: Place;
let sharedToken: ReturnType<typeof sharedTokens>;

beforeAll(async () => {
  place = await makePlace(world);
  sharedToken = sharedTokens(place);
});

describe.each(operationFields.map((rootField) => [rootField.field.name, rootField] as const))(
  '%s',
  (name, rootField) => {
    // A mutation may end its caller's session.
    const token = (caller: CallerKind) => (rootField.kind === 'query' ? sharedToken(caller) : tokenFor(place, caller));
    const operation = contract.find((each) => each.name === name);
    const access = operation?.access ?? { kind: 'anyone' as const };
    // Somebody else's profile is refused in the same words.
    const namesProfile = 'StudentId' in (operation?.form?.fields.shape ?? {});

    test.each(callers)('lets %s in as /api does', async (caller) => {
      const its = await token(caller);
      const sent = sendRootField(world.url, rootField);
      if (its !== undefined) sent.set('authorization', `Bearer ${its}`);
      const code = answer.parse((await sent).body).errors?.[0]?.extensions.code;
      if (!mayCall(caller, access)) expect(code).toBe(caller === 'Nobody' ? 'UNAUTHENTICATED' : 'FORBIDDEN');
      else if (!signsIn.has(name) && !(namesProfile && caller === 'Student'))
        expect(['UNAUTHENTICATED', 'FORBIDDEN']).not.toContain(code);
    });
  },
);
