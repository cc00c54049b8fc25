import '#tests/support/dom.ts';
import { isDeepStrictEqual } from 'node:util';
import { ApolloClient, ApolloLink, type ObservableQuery } from '@apollo/client';
import {
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { of } from 'rxjs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { persistedOperations } from '#gateway/manifest.generated.ts';
import { reachGateway } from '#tests/support/dom.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { isValues, staffQueries } from '#tests/support/made-answers.ts';
import { signIn } from '#tests/support/people.ts';
import { createStaffCache } from '#web/staff/platform/apollo/cache.ts';
import { staffClient } from '#web/staff/platform/apollo/client.ts';
import { staleLink } from '#web/staff/platform/apollo/stale-link.ts';
import type { MutationName, QueryName } from '#web/staff/platform/apollo/stale-fields.ts';
import { effects, updateOf } from '#web/staff/platform/apollo/stale-lists.ts';
import { setLoginInfo } from '#web/staff/platform/session/login-info.ts';
import * as operations from '#web/staff/operations.generated.ts';
import { persisted as staffHashes } from '#web/staff/persisted.generated.ts';
import { apart as askedOtherwise, lists } from './stale-walk/lists.ts';
import { answerTypeOf, documentOf } from './stale-walk/operations.ts';
import { makeRows, type Rows } from './stale-walk/rows.ts';
import { serverAnswer } from './stale-walk/server-answer.ts';
import { apart } from './stale-walk/step.ts';
import { firstSteps } from './stale-walk/steps.ts';
import { lastSteps } from './stale-walk/teaching-steps.ts';

const world = keptWorld();
const steps = [...firstSteps, ...lastSteps];

let rows: Rows;

/** Lists that are open on one screen, whose cache is looked into. */
let open = new Map<QueryName, { readonly query: ObservableQuery; readonly asked: Asked }>();

interface Asked {
  readonly query: ReturnType<typeof documentOf>;
  readonly variables: Record<string, unknown>;
}

function questions(): [QueryName, Asked][] {
  const names = Object.keys(lists) as (keyof typeof lists)[];
  return names.map((name) => [name, { query: documentOf(name), variables: lists[name](rows) }]);
}

const settled = async () =>
  expect
    .poll(() => [...open].filter(([, { query }]) => query.getCurrentResult().loading).map(([name]) => name))
    .toEqual([]);

const shownBy = ({ cache }: ApolloClient, asked: Asked): unknown => cache.readQuery(asked);

/** Opens the lists whose rows are there by now. */
function openLists(): void {
  for (const [name, asked] of questions()) {
    if (JSON.stringify(open.get(name)?.asked) === JSON.stringify(asked)) continue;
    const query = staffClient.watchQuery({
      ...asked,
      fetchPolicy: 'cache-and-network',
      context: { ownProblems: true },
    });
    query.subscribe({ error: () => undefined });
    open.set(name, { query, asked });
  }
}

/** Fields that change without a mutation: the last visit, and the deliveries of webhooks. */
const bySelf: Readonly<Record<string, readonly string[]>> = {
  StaffSession: ['lastUsedAt'],
  User: ['lastSignInAt'],
  Webhook: ['failingSince', 'waitingCount', 'failedCount'],
  WebhookDelivery: ['state', 'attempts', 'lastTryAt', 'nextTryAt', 'status', 'durationMs', 'problem'],
};

function steady(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(steady);
  if (!isValues(value)) return value;
  const left = ['__typename', ...(bySelf[String(value['__typename'])] ?? [])];
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (left.includes(name) ? [] : [[name, steady(inner)]])),
  );
}

/** The lists that the server has answered at least once: a walk of refusals would show nothing. */
const answered = new Set<string>();

beforeAll(async () => {
  // As a built page: the gateway compiles an operation that it is sent by its hash, and parses each text anew.
  vi.stubEnv('DEV', false);
  reachGateway(world.url);
  setLoginInfo(await signIn(world, 'SuperAdmin'));
  rows = await makeRows(world);
});

// Apollo Client warns there of data that it may lose.
beforeEach(() => {
  vi.spyOn(console, 'warn');
  vi.spyOn(console, 'error');
});
afterEach(() => {
  const said = [console.warn, console.error].flatMap((log) => vi.mocked(log).mock.calls);
  vi.restoreAllMocks();
  expect(said).toEqual([]);
});

afterAll(async () => {
  staffClient.stop();
  await staffClient.clearStore();
  setLoginInfo(null);
  open = new Map();
  vi.unstubAllEnvs();
});

describe('every list is as the server has it, open or left and come back to, after', () => {
  test.each(steps.map((one, at) => [`${at + 1} ${one.name}`, one] as const))(
    '%s',
    async (_number, { name, ...one }) => {
      openLists();
      await settled();
      const before = staffClient.cache.extract();
      const mutation = documentOf(name);
      const variables = await one.variables(rows);
      const { data } = await staffClient.mutate({ mutation, variables });
      // The same lists, of which none is open, get the same answer.
      const left = new ApolloClient({
        cache: createStaffCache().restore(structuredClone(before) as never),
        link: staleLink.concat(new ApolloLink(() => of({ data: structuredClone(data) as Record<string, unknown> }))),
      });
      await left.mutate({ mutation, variables });
      await settled();
      const old: Record<string, unknown> = {};
      const compare = async (listName: QueryName, { asked }: { readonly asked: Asked }) => {
        const now = steady(await serverAnswer(world.url, listName, asked.variables));
        // Its screen says so when it asks.
        if (now === undefined) return;
        answered.add(listName);
        const whenOpen = steady(shownBy(staffClient, asked));
        const whenLeft = steady(shownBy(left, asked));
        if (!isDeepStrictEqual(whenOpen, now)) old[`${listName}, open`] = { shown: whenOpen, now };
        if (whenLeft !== null && !isDeepStrictEqual(whenLeft, now)) old[`${listName}, left`] = { shown: whenLeft, now };
      };
      await Promise.all([...open].map(async ([listName, list]) => compare(listName, list)));
      if (one.keeps) rows.made[one.keeps.as] = one.keeps.from(data);
      expect(old).toEqual({});
    },
  );
});

test('every list was answered in the walk', () => {
  expect(Object.keys(lists).filter((name) => !answered.has(name))).toEqual([]);
});

test('every mutation has its effect in the table, and the walk takes it', () => {
  const mutations = Object.keys(operations).flatMap((name) => /^use(\w+)Mutation$/.exec(name)?.[1] ?? []);
  const walked = new Set<string>([...steps.map(({ name }) => name), ...Object.keys(apart)]);
  expect(mutations.length).toBeGreaterThan(80);
  const row = 'each needs a row in web/staff/platform/apollo/stale-lists.ts, or responds with a row of `updateOf`';
  expect(
    mutations.filter((name) => !(name in effects) && !(answerTypeOf(name as MutationName) in updateOf)),
    row,
  ).toEqual([]);
  const step = 'each needs a step in tests/web/stale-walk (teaching-steps.ts or steps.ts)';
  expect(
    mutations.filter((name) => !walked.has(name)),
    step,
  ).toEqual([]);
  const queries = staffQueries.map(({ name }) => name).filter((name) => !(name in lists) && !(name in askedOtherwise));
  expect(queries).toEqual([]);
});

test('a list below an entity replaces the one before it', () => {
  const schema = loadSchema('.');
  const { policies } = createStaffCache();
  const merged = new Set<string>();
  // Pages of students keep their answers otherwise.
  for (const { text } of persistedOperations.filter(({ name }) => name in staffHashes)) {
    const info = new TypeInfo(schema);
    const enter = { Field: () => void lookAt(info) };
    visit(parse(text), visitWithTypeInfo(info, enter));
  }
  expect([...merged]).toEqual([]);

  function lookAt(info: TypeInfo): void {
    const [parent, type, field] = [info.getParentType(), info.getType(), info.getFieldDef()];
    const isRow = isObjectType(parent) && 'id' in parent.getFields();
    if (!isRow || !field || !isListType(getNullableType(type)) || !isObjectType(getNamedType(type))) return;
    if (!policies.getMergeFunction(parent.name, field.name, undefined)) merged.add(`${parent.name}.${field.name}`);
  }
});
