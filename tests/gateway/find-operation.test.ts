import { expect, test } from 'vitest';
import type { Context } from '#gateway/context.ts';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { persistedOperations } from '#gateway/manifest.generated.ts';
import { createExecutor } from '#gateway/pipeline/execute.ts';
import { findOperation } from '#gateway/pipeline/operation.ts';

const [persisted] = persistedOperations.filter(({ name }) => name === 'Settings');
const asked = (more: object) =>
  findOperation({ extensions: { persistedQuery: { version: 1, sha256Hash: persisted?.hash } }, ...more });

test('an operation is found by its hash, whatever else it is asked for by names that it does not have', async () => {
  const settings = { emailTopLevelMaximum: 4, telemetryUrl: null, timeZone: 'Asia/Tokyo' };
  const answer = { status: 200, headers: {}, body: Buffer.from(JSON.stringify(settings)), earlier: () => undefined };
  const client = { read: async () => answer, send: async () => settings };
  const context = () => ({ client, resolved: new Map() }) as unknown as Context;
  const { run } = createExecutor(loadSchema('.'));
  for (let time = 0; time < 3; time += 1) {
    for (const operationName of ['', 'Unknown', 'settings', 'Settings ', 'Another', 'One', 'More', 7, {}, ['Settings']])
      expect(asked({ operationName })).toBeUndefined();
    for (const operationName of [undefined, null, 'Settings']) {
      const found = asked({ operationName });
      expect(found?.operation).toBe(persisted);
      expect(String(found && (await run(found, context())))).toContain('"timeZone":"Asia/Tokyo"');
    }
  }
});

test('what is no request by a hash alone is left to Apollo Server', () => {
  const byHash = { extensions: { persistedQuery: { version: 1, sha256Hash: persisted?.hash } } };
  for (const body of [undefined, null, 'x', [byHash], {}, { ...byHash, query: '{ settings { timeZone } }' }])
    expect(findOperation(body)).toBeUndefined();
  for (const variables of ['x', 7, []]) expect(asked({ variables })).toBeUndefined();
  for (const sha256Hash of ['', '__proto__', 7, null])
    expect(findOperation({ extensions: { persistedQuery: { version: 1, sha256Hash } } })).toBeUndefined();
});
