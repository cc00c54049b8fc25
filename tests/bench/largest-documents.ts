import { type Place, tokenFor } from '#tests/api/samples/place.ts';
import type { Request } from './largest-bodies.ts';

/** A little less than the gateway takes of a document and its variables. */
const bodyBytes = 100_000;
const room = bodyBytes - 1_000;

/** GraphQL operations at the limits of size and of tokens, by staff, who may write their own. */
export async function largestDocuments(place: Place): Promise<[string, Request][]> {
  const token = await tokenFor(place, 'Administrator');
  const nested = (open: string, close: string) => open.repeat(room / 2) + close.repeat(room / 2);
  const upsert = 'mutation ($input: UpsertUsersInput!) { upsertUsers(input: $input) { created } }';
  const rows = (count: number) => Array.from({ length: count }, () => ({ externalId: 'a', email: 'b' }));
  const documents: Record<string, string> = {
    'one text as long as may be': JSON.stringify({
      query: `{ users(filter: { keyword: "${'a'.repeat(room)}" }) { total } }`,
    }),
    'a list in a list in a list': JSON.stringify({ query: `{ users(filter: ${nested('[', ']')}) { total } }` }),
    'braces in braces': JSON.stringify({ query: nested('{a', '}').slice(0, room) }),
    'a thousand fields': JSON.stringify({ query: `{ users { items { ${'id '.repeat(990)} } } }` }),
    'a thousand names unknown': JSON.stringify({
      query: `{ ${Array.from({ length: 330 }, (_, number) => `a${number}: b${number}`).join(' ')} }`,
    }),
    'two hundred fragments': JSON.stringify({
      query: `{ viewer { ...f0 } } ${Array.from({ length: 120 }, (_, n) => `fragment f${n} on Viewer { ...f${n + 1} }`).join(' ')}`,
    }),
    'comments alone': JSON.stringify({ query: `#${'a'.repeat(room)}` }),
    'commas alone': JSON.stringify({ query: ','.repeat(room) }),
    'variables of JSON in JSON': `{"query":${JSON.stringify(upsert)},"variables":{"input":${nested('[', ']').slice(0, -200)}`,
    'variables of many rows': JSON.stringify({ query: upsert, variables: { input: { rows: rows(2_800) } } }),
    'variables that nobody asked for': JSON.stringify({
      query: '{ viewer { id } }',
      variables: Object.fromEntries(Array.from({ length: 8_000 }, (_, number) => [`v${number}`, 1])),
    }),
    'a list of operations': `[${'{"query":"{ viewer { id } }"},'.repeat(3_000)}{}]`,
    'not JSON at all': '{"query":'.repeat(Math.floor(room / 9)),
  };
  return Object.entries(documents).map(([name, body]) => [
    `GraphQL, ${name}`,
    { url: `${place.world.url}/graphql`, method: 'POST', token, contentType: 'application/json', body },
  ]);
}
