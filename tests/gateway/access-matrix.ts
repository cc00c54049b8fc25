import { expect } from 'vitest';
import { cursorAt } from '#api/ground/db/changes.ts';
import { newId } from '#api/ground/db/ids.ts';
import { type CallerKind, mayCall } from '#schema/access.ts';
import { apiKeyScopes, scopeOf } from '#schema/api-key-scopes.ts';
import { createApiKey } from '#schema/rest/api-keys.ts';
import { settledAfterSeconds } from '#schema/rest/changes.ts';
import type { Entity } from '#schema/rest/meanings.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { callerKinds } from '#tests/api/samples/caller-kinds.ts';
import { describe } from '#tests/api/samples/described.ts';
import { makeCall } from '#tests/api/samples/make-call.ts';
import type { Sample } from '#tests/api/samples/sample.ts';
import { makePlace, type Place, sharedTokens } from '#tests/api/samples/place.ts';
import { makeScene, type Scene, type Setting } from '#tests/api/samples/scene.ts';
import { specialCalls } from '#tests/api/samples/special-calls.ts';
import { send, tokenOf } from '#tests/api/school.ts';
import { answerOf } from '#tests/support/answers.ts';
import type { WorldWithGateway } from '#tests/support/world.ts';
import { type Answer, ofGraphql, ofRest } from './access-answers.ts';
import { isInGraph, sendAsGraphql } from './graphql-call.ts';

/** The callers, each with whose right calls and rows are theirs. Keys have all scopes; the service account is of one school. */
const callers = {
  stranger: 'Nobody',
  child: 'Student',
  key: 'Administrator',
  service: 'SchoolOwner',
  Teacher: 'Teacher',
  SchoolOwner: 'SchoolOwner',
  Administrator: 'Administrator',
  SuperAdmin: 'SuperAdmin',
} as const satisfies Record<string, CallerKind>;
export type MatrixCaller = keyof typeof callers;
export const matrixCallers = Object.keys(callers) as readonly MatrixCaller[];

type School = Setting['school'];
const schools: readonly School[] = ['own', 'other', 'shared'];

/** What all schools share: the textbooks, and what administrators keep for the installation. */
const ofNoSchool: readonly Entity[] = [
  ...(['textBook', 'lesson', 'content', 'pushAndListenItem', 'picture', 'sound', 'printedCode', 'brokenLink'] as const),
  ...(['apiKey', 'webhook', 'webhookDelivery'] as const),
  ...(['session', 'resetLink', 'emailLink', 'invitationLink', 'setupLink'] as const),
];

/** Who may be of two schools. */
const people: readonly Entity[] = ['user', 'invitedUser', 'teacher', 'schoolOwner', 'profile', 'callingProfile'];

/** A scene that remembers which rows were asked for. */
interface Watched {
  readonly rows: Scene;
  readonly ids: Map<string, Entity>;
}

function watched(setting: Setting, over: Partial<Scene> = {}): Watched {
  const ids = new Map<string, Entity>();
  const rows: Scene = { ...makeScene(setting), ...over };
  const remember = (name: Entity) => async (at?: number) => {
    const row: object = await rows[name](at);
    ids.set('id' in row ? String(row.id) : newId(), name);
    return row;
  };
  const { setting: _, ...made } = rows;
  const remembering = Object.fromEntries(Object.keys(made).map((name) => [name, remember(name as Entity)]));
  return { rows: { ...rows, ...remembering }, ids };
}

interface Asked {
  readonly operation: Operation;
  readonly caller: MatrixCaller;
  readonly school: School;
}

/** What the path names; a special call makes such a row by itself. */
const entitiesInPath = ({ params }: Operation): Entity[] =>
  Object.values((params && describe(params).properties) ?? {}).flatMap(({ entity }) => (entity ? [entity] : []));

const isKey = (caller: MatrixCaller): boolean => caller === 'key' || caller === 'service';

const isEntitled = ({ access, ...operation }: Operation, caller: MatrixCaller): boolean =>
  mayCall(callers[caller], access) && !(isKey(caller) && scopeOf({ access, ...operation }) === 'never');

/**
 * The call that all refused callers of an operation send, which somebody else may. Its rows do not matter: the caller's
 * role is refused before rows are looked up, and an answer about rows (404, 400) would not be the 403 of the table.
 */
const refusedCalls = new Map<string, Promise<Sample>>();

function refusedCall(operation: Operation, place: Place): Promise<Sample> {
  const sender = callerKinds.find((kind) => mayCall(kind, operation.access)) ?? 'Nobody';
  const call =
    refusedCalls.get(operation.name) ?? rightCall(operation, makeScene({ place, caller: sender, school: 'own' }));
  refusedCalls.set(operation.name, call);
  return call;
}

const rightCall = async (operation: Operation, scene: Scene): Promise<Sample> =>
  makeCall(operation, scene, (await specialCalls[operation.name]?.(scene)) ?? {});

/** The answers to one caller, who has two schools of their own: callers are asked at the same time. */
export async function createAnswers(world: WorldWithGateway, caller: MatrixCaller) {
  const place = await makePlace(world);
  const kind = callers[caller];
  const tokenFor = sharedTokens(place);
  let key = isKey(caller) ? await makeKey(place, caller) : undefined;
  let calls = 0;

  async function token(): Promise<string | undefined> {
    if (!key) return tokenFor(kind);
    calls += 1;
    // The calls of a key may cost so much a minute.
    if (calls % 80 === 0) key = await makeKey(place, caller);
    return key;
  }

  /** Reads share their rows, with something in each list; those of all schools are there before the first list is read. */
  const looks: Record<School, Watched> = {
    own: await sceneToRead({ place, caller: kind, school: 'own' }),
    other: await sceneToRead({ place, caller: kind, school: 'other' }),
    shared: await sceneToRead({ place, caller: kind, school: 'shared' }),
  };
  const beforeRows = await settleChanges(world, Object.values(looks));

  async function callOf({ operation, school }: Asked) {
    if (!isEntitled(operation, caller)) {
      const refusedToken = kind === 'Student' ? (await looks.own.rows.callingProfile()).token : await token();
      return { named: [], call: { ...(await refusedCall(operation, place)), token: refusedToken } };
    }
    const read: Partial<Scene> = operation.method === 'GET' ? looks[school].rows : {};
    // A link of the set-up ends the one before; a child belongs to the callers' school, whatever the rows.
    const { setupLink: _, ...shared } = read;
    const child = kind === 'Student' && school === 'other' ? { callingProfile: looks.own.rows.callingProfile } : {};
    const { rows: scene, ids } = watched({ place, caller: kind, school }, { ...shared, ...child });
    const call = await rightCall(operation, scene);
    const named = [...ids.values(), ...entitiesInPath(operation)].filter((entity) => !ofNoSchool.includes(entity));
    const ownToken = kind === 'Student' ? (await scene.callingProfile()).token : await token();
    const accepts = (name: string) => operation.method === 'GET' && name in (operation.query?.shape ?? {});
    return {
      named,
      call: {
        ...call,
        query: {
          ...call.query,
          ...(accepts('PageSize') && { PageSize: 100 }),
          ...(accepts('Size') && { After: beforeRows }),
        },
        token: key ? ownToken : (call.token ?? ownToken),
      },
    };
  }

  /** Over REST, and the same over GraphQL; what a success has used up is made anew. */
  async function answerTo(asked: Asked) {
    const { operation } = asked;
    const { call, named } = await callOf(asked);
    const response = await send(world, operation, call);
    const isListed = operation.method === 'GET' && named.length > 0;
    const rest = ofRest(response, isListed);
    if (response.status < 300 && operation.response && !operation.file)
      expect(operation.response.safeParse(response.body).error).toBeUndefined();
    if (isInGraph(operation)) {
      const again = operation.method === 'GET' || rest.kind !== 'yes' ? call : (await callOf(asked)).call;
      const graph = ofGraphql(await sendAsGraphql(world.url, operation, again), operation, isListed);
      const where = `${operation.name} of ${caller}, ${asked.school}`;
      expect(graph.kind, `${where}: GraphQL ${graph.text} REST ${rest.text}`).toBe(rest.kind);
      for (const school of schools) expect(has(graph, school), `${where}: rows of ${school}`).toBe(has(rest, school));
    }
    return { rest, named };
  }

  const has = ({ ids }: Answer, school: School): boolean =>
    [...looks[school].ids].some(
      ([id, entity]) =>
        (school === 'shared' ? people.includes(entity) : !ofNoSchool.includes(entity)) && ids.includes(id),
    );

  /** How an operation answers: `own/other/shared`, or one word where nothing depends on the school. */
  return async (operation: Operation): Promise<string> => {
    const { rest: own, named } = await answerTo({ operation, caller, school: 'own' });
    if (!isEntitled(operation, caller)) {
      expect(own.kind, own.text).toBe(kind === 'Nobody' ? '401' : '403');
      return own.kind;
    }
    if (!isKey(caller)) expect(operation.method === 'GET' ? ['yes', 'none'] : ['yes'], own.text).toContain(own.kind);
    if (named.length > 0) {
      const { rest: other } = await answerTo({ operation, caller, school: 'other' });
      const isShared = named.some((entity) => people.includes(entity));
      const shared = isShared ? [(await answerTo({ operation, caller, school: 'shared' })).rest] : [];
      return joined([own, other, ...shared].map((answer) => answer.kind));
    }
    // A list that names no row tells by its own.
    const lists = schools.map((school) => (has(own, school) ? 'yes' : 'none'));
    return operation.method === 'GET' && lists.includes('yes') ? joined(lists) : own.kind;
  };
}

async function sceneToRead(setting: Setting): Promise<Watched> {
  const made = watched(setting);
  const { rows } = made;
  await Promise.all([rows.class(), rows.profile(), rows.post(), rows.waitingPost(), rows.boardSession()]);
  await Promise.all([rows.user(), rows.invitedUser(), rows.teacher(), rows.pushAndListenItem(), rows.school()]);
  await Promise.all([rows.schoolOwner(), rows.callingProfile(), rows.apiKey()]);
  return made;
}

/** Dates rows back, so that the change feeds list them at once. Returns the cursor just before these rows. */
async function settleChanges({ services: { pool } }: WorldWithGateway, looks: readonly Watched[]): Promise<string> {
  const settled = new Date(Date.now() - 2 * settledAfterSeconds * 1000);
  const ids = looks.flatMap((look) => [...look.ids.keys()]);
  for (const table of ['users', 'classes', 'textbooks'])
    await pool.query(`update ${table} set updated_at = $1 where id = any($2)`, [settled, ids]);
  return cursorAt(settled);
}

const joined = (kinds: readonly string[]): string => (new Set(kinds).size === 1 ? (kinds[0] ?? '') : kinds.join('/'));

async function makeKey(place: Place, caller: MatrixCaller): Promise<string> {
  const { world, own } = place;
  const { id: schoolId } = await makeScene({ place, caller: 'SchoolOwner', school: 'own' }).school();
  const ofService = { kind: 'service', schoolId };
  const body = { name: newId(), scopes: apiKeyScopes, ...(caller === 'service' && ofService) };
  const token = await tokenOf(world, own.Administrator);
  return (await answerOf(createApiKey, send(world, createApiKey, { token, body }))).key;
}
