import { beforeAll, expect, test } from 'vitest';
import { graphql, signIn } from '#tests/support/people.ts';
import { keptWorld } from '#tests/support/kept-world.ts';

const world = keptWorld();
let owner: string;
let teacher: string;

beforeAll(async () => {
  owner = `Bearer ${(await signIn(world, 'SchoolOwner')).accessToken}`;
  teacher = `Bearer ${(await signIn(world, 'Teacher')).accessToken}`;
});

interface Turn {
  readonly id: string;
  readonly takenBackAt: string | null;
  readonly obstacle: string | null;
  readonly classes: readonly {
    readonly source: { readonly id: string } | null;
    readonly class: { readonly id: string; readonly classCode: string; readonly studentCount: number } | null;
    readonly studentCount: number;
  }[];
}
interface Answer {
  readonly classes: { readonly items: readonly { readonly id: string; readonly studentCount: number }[] };
  readonly planSchoolYearTurn: {
    readonly version: string;
    readonly classes: readonly { readonly sourceId: string; readonly problems: readonly object[] }[];
    readonly students: readonly { readonly studentId: string; readonly fromClassId: string }[];
    readonly leavingCount: number;
  } | null;
  readonly turnSchoolYear: Turn | null;
  readonly takeSchoolYearTurnBack: Turn | null;
  readonly schoolYearTurns: readonly Turn[];
}

const send = (query: string, variables: Record<string, unknown> = {}, authorization = owner) =>
  graphql<Answer>(world, query, variables, { authorization });

async function ask(query: string, variables: Record<string, unknown> = {}) {
  const { data, errors } = await send(query, variables);
  expect(errors).toBeUndefined();
  if (!data) throw new Error('no data came back');
  return data;
}

const list =
  'query { classes(filter: { status: [ACTIVE] }, page: { number: 1, size: 2 }) { items { id studentCount } } }';
const plan = `mutation ($input: PlanSchoolYearTurnInput!) { planSchoolYearTurn(input: $input) {
  version leavingCount missingClasses missingStudentIds school { id name }
  classes { sourceId className textBook { name } mainTeacher { lastName } problems { field messageKey } }
  students { studentId fromClassId toClassId newNumber } } }`;
const turn = `mutation ($input: TurnSchoolYearInput!) { turnSchoolYear(input: $input) {
  id takenBackAt obstacle classes { source { id } class { id classCode studentCount } studentCount } } }`;
const takeBack = `mutation ($id: ID!) { takeSchoolYearTurnBack(id: $id) { id takenBackAt obstacle classes { class { id } studentCount } } }`;

test('a school owner plans a turn, makes it once for a key, sees it in the list, and takes it back', async () => {
  const { items } = (await ask(list)).classes;
  const classes = items.map(({ id }) => ({ classId: id, renumbers: true }));
  const planned = (await ask(plan, { input: { classes } })).planSchoolYearTurn;
  expect(planned?.classes.map(({ sourceId }) => sourceId)).toEqual(items.map(({ id }) => id));
  const [first] = planned?.students ?? [];
  const moves = [{ fromClassId: first?.fromClassId, studentIds: [first?.studentId] }];
  expect((await ask(plan, { input: { classes, moves } })).planSchoolYearTurn?.leavingCount).toBe(1);

  const input = { classes, moves, version: planned?.version, idempotencyKey: 'the turn of this test' };
  const made = (await ask(turn, { input })).turnSchoolYear;
  expect(made?.classes.map((one) => one.source?.id)).toEqual(items.map(({ id }) => id));
  // What the row lacks of a class is read as of any class.
  for (const one of made?.classes ?? []) expect(one.class?.studentCount).toBe(one.studentCount);
  expect((await ask(turn, { input })).turnSchoolYear?.id).toBe(made?.id);

  const turns = (await ask('query { schoolYearTurns { id obstacle takenBackAt classes { studentCount } } }'))
    .schoolYearTurns;
  expect(turns.find(({ id }) => id === made?.id)).toMatchObject({ obstacle: null, takenBackAt: null });
  const back = (await ask(takeBack, { id: made?.id })).takeSchoolYearTurnBack;
  expect(back?.takenBackAt).not.toBeNull();
  expect(back?.classes.map((one) => one.class)).toEqual(items.map(() => null));
});

test('a teacher is refused, an old version is a conflict, and a bad request names its field', async () => {
  const { items } = (await ask(list)).classes;
  const classes = items.map(({ id }) => ({ classId: id }));
  const codeOf = async (...sent: Parameters<typeof send>) => (await send(...sent)).errors?.[0]?.extensions;
  expect(await codeOf(plan, { input: { classes } }, teacher)).toMatchObject({ code: 'FORBIDDEN' });
  expect(await codeOf('query { schoolYearTurns { id } }', {}, teacher)).toMatchObject({ code: 'FORBIDDEN' });
  const version = 'x'.repeat(43);
  expect(await codeOf(turn, { input: { classes, version } })).toMatchObject({
    code: 'CONFLICT',
    messageKey: 'messages.turnChanged',
  });
  const wrong = [{ ...classes[0], endDate: '2020-01-01' }];
  const { version: right } = (await ask(plan, { input: { classes: wrong } })).planSchoolYearTurn ?? {};
  expect(await codeOf(turn, { input: { classes: wrong, version: right } })).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: { 'classes.0.endDate': ['messages.endDateAfterStart'] },
  });
});
