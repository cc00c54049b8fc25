import type { Test } from 'supertest';
import request from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addStaff, tokenOf } from '#tests/api/school.ts';
import { ownWorld } from '#tests/support/world.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const world = ownWorld({ gateway: false, api: { apiKeyCostPerMinute: 60 } });
let session: string;

beforeAll(async () => {
  session = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
});

const gateway = () => startGateway({ url: world.apiUrl }, { freeOperations: 'staff' });
const ask = ({ url }: TestGateway, token: string, query: string, variables?: object): Test =>
  request(url).post('/graphql').set('authorization', `Bearer ${token}`).send({ query, variables });

const create = `mutation ($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { key apiKey { id name lastFour scopes state expiresAt owner { firstName } } }
}`;
const made = z.object({
  data: z.object({
    createApiKey: z.object({
      key: z.string(),
      apiKey: z.object({ id: z.string(), lastFour: z.string(), scopes: z.array(z.string()), state: z.string() }),
    }),
  }),
});
const charged = z.object({
  data: z.object({ classes: z.object({}) }),
  extensions: z.object({ cost: z.object({ requested: z.number(), remaining: z.number() }) }),
});
const failed = z.object({
  errors: z.tuple([z.object({ extensions: z.record(z.string(), z.unknown()) })]),
});

async function newKey(at: TestGateway, name: string, scopes: readonly string[]) {
  const answer = await ask(at, session, create, { input: { name, scopes } }).expect(200);
  return made.parse(answer.body).data.createApiKey;
}
const extensionsOf = async (sent: Test) => failed.parse((await sent).body).errors[0].extensions;

describe('an API key through the gateway', () => {
  test('is made, used within its scopes, listed and revoked', async () => {
    const at = await gateway();
    const { key, apiKey } = await newKey(at, 'Roster', ['USER_READ', 'CLASS_READ']);
    expect(apiKey).toMatchObject({ lastFour: key.slice(-4), scopes: ['CLASS_READ', 'USER_READ'], state: 'LIVE' });
    await ask(at, key, '{ users(page: { size: 1 }) { items { id } } }').expect(({ body }) => {
      expect(body).toMatchObject({ data: { users: { items: [{ id: expect.any(String) as string }] } } });
      expect(body).toMatchObject({ extensions: { cost: { limit: 60 } } });
    });
    expect(await extensionsOf(ask(at, key, '{ textBooks { totalCount } }'))).toMatchObject({
      code: 'FORBIDDEN',
      status: 403,
      messageKey: 'messages.apiKeyScopeMissing',
      messageValues: { scope: 'TextBook:read' },
    });
    const list = '{ apiKeys(filter: { state: [LIVE] }, sort: [{ field: NAME }]) { items { name scopes lastUsedAt } } }';
    expect(await extensionsOf(ask(at, key, list))).toMatchObject({ messageKey: 'messages.apiKeyNotHere' });
    await ask(at, session, list).expect(({ body }) =>
      expect(body).toMatchObject({ data: { apiKeys: { items: [{ name: 'Roster' }] } } }),
    );
    await ask(at, session, `mutation { revokeApiKey(id: "${apiKey.id}") }`).expect(({ body }) =>
      expect(body).toMatchObject({ data: { revokeApiKey: true } }),
    );
    expect(await extensionsOf(ask(at, key, '{ users { totalCount } }'))).toMatchObject({
      code: 'UNAUTHENTICATED',
      messageKey: 'messages.apiKeyRevoked',
    });
    expect(at.lines.length).toBeGreaterThan(5);
    expect(at.lines.join('')).not.toContain(key.slice(4, -4));
  });

  test('of a service account is told with its maker, and changes people as itself', async () => {
    const at = await gateway();
    const input = { name: 'Nightly sync', kind: 'SERVICE', scopes: ['USER_READ', 'USER_WRITE'] };
    const { key } = made.parse((await ask(at, session, create, { input }).expect(200)).body).data.createApiKey;
    const who =
      '{ viewer { role user { id } apiKey { kind owner { firstName lastName } createdBy { firstName } school { name } } } }';
    const itself = { firstName: 'Nightly sync', lastName: '' };
    const apiKey = { kind: 'SERVICE', owner: itself, createdBy: { firstName: 'Aya' }, school: null };
    expect((await ask(at, key, who)).body).toMatchObject({
      data: { viewer: { role: 'ADMINISTRATOR', user: null, apiKey } },
    });
    const invite = `mutation { createUser(input: {
      email: "service@school.test", firstName: "Aya", lastName: "Mori", role: TEACHER
    }) { invitedBy { firstName lastName } } }`;
    expect((await ask(at, key, invite)).body).toMatchObject({ data: { createUser: { invitedBy: itself } } });
    const another = { input: { name: 'Successor', kind: 'SERVICE', scopes: ['USER_WRITE'] } };
    expect(await extensionsOf(ask(at, key, create, another))).toMatchObject({ messageKey: 'messages.apiKeyNotHere' });
  });

  test('is refused with what is wrong, field by field', async () => {
    const at = await gateway();
    const input = { name: ' ', scopes: [], expiresAt: '2020-01-01T00:00:00Z' };
    expect(await extensionsOf(ask(at, session, create, { input }))).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: {
        name: ['messages.apiKeyNameRequire'],
        scopes: ['messages.apiKeyScopesRequire'],
        expiresAt: ['messages.apiKeyExpiryPast'],
      },
    });
  });

  test('spends its points at all gateways together', async () => {
    const gateways = [await gateway(), await gateway()];
    const [first] = gateways;
    if (!first) throw new Error('no gateway');
    const { key } = await newKey(first, 'Spender', ['CLASS_READ']);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const at = gateways[index % 2] ?? first;
        return ask(at, key, '{ classes(page: { size: 1 }) { items { id } } }');
      }),
    );
    const spent = answers.flatMap(({ body }) => charged.safeParse(body).data?.extensions.cost ?? []);
    const each = spent[0]?.requested ?? 0;
    expect(spent).toHaveLength(Math.floor(60 / each));
    expect(Math.min(...spent.map(({ remaining }) => remaining))).toBe(60 % each);
    const refused = await extensionsOf(ask(first, key, '{ classes(page: { size: 50 }) { items { id } } }'));
    expect(refused).toMatchObject({ code: 'RATE_LIMITED', status: 429 });
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect(refused.retryAfter).toBeLessThanOrEqual(60);
  });
});
