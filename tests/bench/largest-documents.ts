import { Kind, parse } from 'graphql';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { compileCost } from '#gateway/limits/cost.ts';
import { readSettings } from '#gateway/settings.ts';
import { type Place, tokenFor } from '#tests/api/samples/place.ts';
import type { Request } from './largest-bodies.ts';

/** A little less than the gateway takes of a document and its variables. */
const bodyBytes = 100_000;
const room = bodyBytes - 1_000;

const schema = loadSchema('.');
const { operationCostMaximum } = readSettings({});

function costOf(query: string): number {
  const document = parse(query);
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  return operation ? compileCost(schema, document, operation)({}) : Infinity;
}

const aliased = (field: string, count: number): string =>
  `{ ${Array.from({ length: count }, (_, at) => `page${at}: ${field.replace('PAGE', String(at + 1))}`).join(' ')} }`;

/** A field as many times, each for the next page, as the highest cost allows. */
function dearest(field: string): string {
  let count = 1;
  while (costOf(aliased(field, count + 1)) <= operationCostMaximum) count += 1;
  return JSON.stringify({ query: aliased(field, count) });
}

/** Right operations of the highest cost. */
const dearestDocuments = (): Record<string, string> => ({
  'right and dearest: people':
    dearest(`users(page: { number: PAGE, size: 100 }) { totalCount items { id firstName lastName
    email username role status phoneNumber language externalId createdAt lastSignInAt updatedAt version } }`),
  'right and dearest: people with who invited them': dearest(`users(page: { number: PAGE, size: 100 }) { items { id
    firstName lastName invitedBy { id firstName lastName } updatedBy { id firstName lastName } } }`),
  'right and dearest: classes with their people':
    dearest(`classes(page: { number: PAGE, size: 100 }) { items { id className
    classCode urlLink communityLink startDate endDate status studentCount textBook { id name shortCode }
    mainTeacher { id firstName lastName } secondaryTeachers { id firstName lastName } school { id name } } }`),
});

/** GraphQL operations at the limits of size and of tokens, by staff, who may write their own. */
export async function largestDocuments(place: Place): Promise<[string, Request][]> {
  const token = await tokenFor(place, 'Administrator');
  const nested = (open: string, close: string) => open.repeat(room / 2) + close.repeat(room / 2);
  const upsert = 'mutation ($input: UpsertUsersInput!) { upsertUsers(input: $input) { created } }';
  const rows = (count: number) => Array.from({ length: count }, () => ({ externalId: 'a', email: 'b' }));
  const documents: Record<string, string> = {
    ...dearestDocuments(),
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
