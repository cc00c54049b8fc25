import { beforeAll, expect, test } from 'vitest';
import { mayCall } from '#schema/access.ts';
import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { callerKinds } from './samples/caller-kinds.ts';
import { makePlace, type Place, sharedTokens } from './samples/place.ts';
import { rightCall } from './samples/samples.ts';
import { send } from './school.ts';

const world = keptApi();
let place: Place;
let tokenFor: ReturnType<typeof sharedTokens>;
beforeAll(async () => {
  place = await makePlace(world);
  tokenFor = sharedTokens(place);
});

const reads = contract.filter(({ method, response, file }) => method === 'GET' && response && !file);

// Values that differ between two equal requests: a random class code, and the count of audit entries.
const changing = /(?<="(?:classCode|auditEntryCount)":)(?:"\w{8}"|\d+)/g;

type Call = NonNullable<Parameters<typeof send>[2]>;

/** The answer before Express, or that of Express, which takes conditional requests. */
async function answerOf(operation: Operation, call: Call, way: 'plain' | 'express') {
  const asking = send(world, operation, call).set('x-request-id', 'same-for-both');
  if (way === 'express') asking.set('if-none-match', '"none"');
  const { status, headers, text } = await asking;
  const { date: _, ...others } = headers as Record<string, string>;
  return { status, headers: others, text: text.replace(changing, '') };
}

test.each(reads.map((operation) => [operation.name, operation] as const))(
  '%s is answered alike before Express and by it: a right call, a stranger’s, a wrong one',
  async (_, operation) => {
    const caller = callerKinds.find((kind) => mayCall(kind, operation.access)) ?? 'Nobody';
    const { scene: _scene, ...right } = await rightCall(operation, place, caller);
    const call = { token: await tokenFor(caller), ...right };
    const wrong = { ...call, query: { ...call.query, PageSize: 'many', PageNumber: -1, Language: '??' } };
    for (const asked of [call, { ...call, token: undefined }, { ...call, token: 'none' }, wrong]) {
      const plain = await answerOf(operation, asked, 'plain');
      expect(plain).toEqual(await answerOf(operation, asked, 'express'));
    }
    expect((await answerOf(operation, call, 'plain')).status).toBeLessThan(300);
  },
);
