import { mayCall } from '#schema/access.ts';
import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { encodeQuery } from '#schema/rest/query-string.ts';
import { callerKinds } from '#tests/api/samples/caller-kinds.ts';
import { type Place, tokenFor } from '#tests/api/samples/place.ts';
import { rightCall } from '#tests/api/samples/samples.ts';
import type { Sent } from '#tests/api/school.ts';

/** A request as it goes out. */
export interface Request {
  readonly url: string;
  readonly method: string;
  readonly token: string | undefined;
  readonly contentType: string;
  readonly body?: string | Buffer;
}

/** A little less than the API takes of JSON. */
const jsonBytes = 1_000_000;

export function requestOf({ apiUrl }: { apiUrl: string }, operation: Operation, sent: Sent): Request {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(sent.params?.[name] ?? ''));
  return {
    url: `${apiUrl}/api${path}${encodeQuery(sent.query ?? {})}`,
    method: operation.method,
    token: sent.token,
    contentType: 'application/json',
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
  };
}

/** Every text of a value as long as they may be together. */
function withLongTexts(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((each: unknown) => withLongTexts(each, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withLongTexts(each, text)]));
}

/** Every list of a value as long as it may be, of the same things. */
function withLongLists(value: unknown): unknown {
  if (Array.isArray(value)) {
    const times = Math.floor(jsonBytes / (JSON.stringify(value).length + 2));
    return Array.from({ length: times }, () => value as unknown[]).flat();
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withLongLists(each)]));
}

const textsIn = (value: unknown): number =>
  typeof value === 'string'
    ? 1
    : typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, each) => sum + textsIn(each), 0)
      : 0;

/** What a text may be filled with, one for each way of reading it: an e-mail, a number, kanji, spaces, signs. */
const fillings = ['a', 'a@a.', '1-', 'ガ', ' ', "'\\"];

/** For every operation with a body: the largest bodies, by whoever may send them. */
export async function largestBodies(place: Place): Promise<[string, Request][]> {
  const cases: [string, Request][] = [];
  for (const operation of contract.filter(({ body }) => body !== undefined)) {
    const caller = callerKinds.find((kind) => mayCall(kind, operation.access)) ?? 'Nobody';
    const { body, ...call } = await rightCall(operation, place, caller);
    const token = call.token ?? (await tokenFor(place, caller));
    const add = (name: string, large: unknown) =>
      cases.push([`${operation.name}, ${name}`, requestOf(place.world, operation, { ...call, token, body: large })]);
    for (const filling of fillings) {
      const bytes = Math.floor(jsonBytes / Math.max(1, textsIn(body)));
      const times = Math.floor(bytes / (JSON.stringify(filling).length - 2 + 2 * Number(filling > '~')));
      add(`texts of ${JSON.stringify(filling)}`, withLongTexts(body, filling.repeat(times)));
    }
    if (Object.values(body ?? {}).some(Array.isArray)) add('lists', withLongLists(body));
  }
  return cases;
}
