import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownClasses, ownPeople, ownSchools } from '#api/domains/schools/scope.ts';
import { beyond, isWalled } from '#api/domains/schools/wall.ts';
import { classes, schools, users } from '#api/ground/db/schema.ts';
import { type MemberRole, mayCall, memberRoles } from '#schema/access.ts';
import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { forTheFile } from '#tests/support/for-the-file.ts';
import { reached, startWorld } from '#tests/support/world.ts';
import { makeCall } from './samples/make-call.ts';
import { makePlace, type Place, sharedTokens } from './samples/place.ts';
import { makeScene, type Scene } from './samples/scene.ts';
import { specialCalls } from './samples/special-calls.ts';
import { send } from './school.ts';

// Row-level security is the second wall between schools. Each scope of the first one is taken out of the statements, as a
// query that forgets it would be: nothing of another school is found or changed. Without the second wall it is.

const userId = '00000000-0000-0000-0000-000000000000';

/** The scopes that the wall repeats, as conditions of a statement. */
const scopes: Readonly<Record<MemberRole, Readonly<Record<string, SQL | undefined>>>> = {
  SchoolOwner: {
    ownClasses: ownClasses({ kind: 'SchoolOwner', userId }),
    ownSchools: sql`${schools.id} in ${ownSchools({ kind: 'SchoolOwner', userId })}`,
    ownPeople: ownPeople({ kind: 'SchoolOwner', userId }),
  },
  Teacher: { ownClasses: ownClasses({ kind: 'Teacher', userId }) },
};

const dialect = new PgDialect();
let forgotten: RegExp | undefined;

function forget(scope: SQL | undefined): void {
  if (!scope) throw new Error('this scope is all');
  const literal = dialect.sqlToQuery(scope).sql.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  forgotten = new RegExp(literal.replace(/\\\$\d+/g, String.raw`\$\d+`), 'g');
}

const isStatement = (given: unknown): given is { readonly text: string } =>
  typeof given === 'object' && given !== null && 'text' in given && typeof given.text === 'string';

// The condition stays, so that its values have their places, and holds for every row. A query with a
// `submit` method belongs to the world that the worker keeps.
const without = (given: unknown): unknown =>
  forgotten && isStatement(given) && !('submit' in given)
    ? { ...given, text: given.text.replace(forgotten, '($& or true)') }
    : given;

const query: unknown = Reflect.get(Client.prototype, 'query');
const world = reached(
  forTheFile(async () => {
    Reflect.set(Client.prototype, 'query', function (this: Client, ...given: unknown[]): unknown {
      if (typeof query !== 'function') throw new Error('pg is not the version that is meant');
      const answer: unknown = Reflect.apply(query, this, given.map(without));
      return answer;
    });
    // A kept statement would stay as it was first.
    return startWorld({ gateway: false, api: { prepared: false } });
  }),
);
let place: Place;
let tokenFor: ReturnType<typeof sharedTokens>;

beforeAll(async () => {
  place = await makePlace(world);
  tokenFor = sharedTokens(place);
});
afterAll(() => {
  // Connections that the kept world opened meanwhile keep the changed `query`.
  forgotten = undefined;
  Reflect.set(Client.prototype, 'query', query);
});

interface Rows {
  readonly ids: readonly string[];
  readonly people: readonly string[];
  readonly classId: string;
}

/** Something of the other school in every list. */
async function rowsOf(scene: Scene): Promise<Rows> {
  const { id: classId } = await scene.class();
  const [user, invitedUser] = [await scene.user(), await scene.invitedUser()];
  // The newest have the first names, since this file makes more rows than the lists by name answer.
  const first = String(Number.MAX_SAFE_INTEGER - Date.now());
  await world.services.db.update(classes).set({ className: first }).where(eq(classes.id, classId));
  await world.services.db
    .update(users)
    .set({ lastName: first })
    .where(inArray(users.id, [user.id, invitedUser.id]));
  const made = await Promise.all([scene.profile(), scene.post(), scene.waitingPost()]);
  const school = await world.services.db.execute<{ id: string }>(
    sql`select school_id as id from classes where id = ${classId}`,
  );
  return {
    classId,
    people: [user.id, invitedUser.id],
    ids: [classId, ...[...made, user, invitedUser].map(({ id }) => id), ...school.rows.map(({ id }) => id)],
  };
}

/** What may not change. */
async function stateOf({ classId, people }: Rows): Promise<unknown> {
  const ofClass = (table: string) => sql`(select json_agg(row order by row::text) from ${sql.identifier(table)} row
    where row.class_id = ${classId})`;
  const { rows } = await world.services.db.execute(sql`
    select (select json_agg(row order by row.id) from users row where id = any(${sql.param(people)}::uuid[])) as people,
      (select json_agg(row order by row.id) from account_links row where user_id = any(${sql.param(people)}::uuid[])) as links,
      (select json_agg(row) from classes row where id = ${classId}) as class,
      (select json_agg(row) from schools row where id = (select school_id from classes where id = ${classId})) as school,
      ${ofClass('class_secondary_teachers')} as teachers, ${ofClass('class_profiles')} as joined,
      ${ofClass('removed_class_profiles')} as removed, ${ofClass('board_sessions')} as boards,
      ${ofClass('community_posts')} as posts,
      (select json_agg(row order by row::text) from profiles row
        where id in (select profile_id from community_posts where class_id = ${classId})) as children,
      (select json_agg(row order by row::text) from community_replies row
        where post_id in (select id from community_posts where class_id = ${classId})) as replies`);
  return rows;
}

interface Case {
  readonly operation: Operation;
  readonly caller: MemberRole;
}

/** The right call of an operation, about rows of another school, by whom they are not the affair. */
async function outcomeOf({ operation, caller }: Case): Promise<string> {
  const hidden = forgotten;
  forgotten = undefined;
  const scene = makeScene({ place, caller, school: 'other' });
  const rows = await rowsOf(scene);
  const call = await makeCall(operation, scene, (await specialCalls[operation.name]?.(scene)) ?? {});
  const token = await tokenFor(caller);
  const before = await stateOf(rows);
  forgotten = hidden;
  const answer = await send(world, operation, { token, ...call });
  const { status, text } = answer;
  const body: unknown = answer.body;
  forgotten = undefined;
  const after = await stateOf(rows);
  forgotten = hidden;
  const found = status < 300 && !isOnlyRefused(body) && rows.ids.some((id) => text.includes(id));
  const changed = JSON.stringify(after) !== JSON.stringify(before);
  return [String(status), ...(found ? ['found'] : []), ...(changed ? ['changed'] : [])].join(' ');
}

// Where many are asked for, the answer says of each id that it was not found.
const isOnlyRefused = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  'results' in body &&
  JSON.stringify(body).split('messages.notFound').length > 1;

const walled = contract.filter(isWalled);
const cases = memberRoles.flatMap((caller) =>
  Object.entries(scopes[caller]).flatMap(([name, scope]) =>
    walled
      .filter(({ access }) => mayCall(caller, access))
      .map((operation) => [`${operation.name} of ${caller} without ${name}`, { operation, caller, scope }] as const),
  ),
);
const outcomes = new Map<string, string>();

test('every operation that members of schools call is behind the wall, or is said to be beyond it', () => {
  const called = contract.filter(
    ({ access }) => access.kind !== 'anyone' && memberRoles.some((role) => mayCall(role, access)),
  );
  const areas = called.filter((operation) => !isWalled(operation)).map(({ path }) => path.split('/')[1]);
  expect([...new Set(areas)].sort()).toEqual(Object.keys(beyond).sort());
});

test.each(cases)('behind the wall %s finds and changes nothing', async (name, { scope, ...one }) => {
  forget(scope);
  const outcome = await outcomeOf(one);
  outcomes.set(name, outcome);
  expect(outcome).toMatch(/^(?:200|201|202|204|400|403|404|409)$/);
});

test('it is the wall that hides: without it the same calls find and change', async () => {
  const { rows } = await world.services.db.execute<{ table: string }>(sql`select "table" from walled_tables()`);
  for (const { table } of rows)
    await world.services.db.execute(sql`alter table ${sql.identifier(table)} disable row level security`);
  const lines: string[] = [];
  for (const [name, { scope, ...one }] of cases) {
    forget(scope);
    const open = await outcomeOf(one);
    const behind = outcomes.get(name);
    // A feed tells of a row some seconds after its change.
    if (open !== behind && one.operation.name !== 'classChanges')
      lines.push(`${name}: ${open}; behind the wall ${behind}`);
  }
  // A new operation's line is written by `npm test -- tests/api/school-walls --update`, and read before it is kept.
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('school-walls.txt');
});
