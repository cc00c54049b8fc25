import { beforeAll, expect, test } from 'vitest';
import { graphql, signIn } from '#tests/support/people.ts';
import { keptWorld } from '#tests/support/kept-world.ts';

const world = keptWorld();
let authorization: string;

beforeAll(async () => {
  authorization = `Bearer ${(await signIn(world, 'Teacher')).accessToken}`;
});

interface Copy {
  readonly sourceId: string;
  readonly className: string;
  readonly problems: readonly { readonly blocks: boolean }[];
  readonly class: { readonly id: string; readonly classCode: string; readonly status: string } | null;
}
interface Answer {
  readonly classes: { readonly items: readonly { readonly id: string }[]; readonly totalCount: number };
  readonly copyClasses: readonly Copy[];
  readonly setClassStatuses: readonly { readonly messageKey: string | null }[];
}

const ask = async (query: string, variables: Record<string, unknown> = {}) => {
  const { data, errors } = await graphql<Answer>(world, query, variables, { authorization });
  expect(errors).toBeUndefined();
  if (!data) throw new Error('no data came back');
  return data;
};

const list = 'query List { classes(filter: { status: [ACTIVE] }) { items { id inactiveStaffIds } totalCount } }';
const copy = `mutation Copy($input: CopyClassesInput!) {
  copyClasses(input: $input) {
    sourceId className startDate endDate approvalRequired studentCount
    textBook { id name } mainTeacher { id } schoolAdministrator { id } secondaryTeachers { id }
    problems { field messageKey blocks person { id } } class { id classCode status }
  }
}`;

test('a teacher copies the classes of a year, looks before, archives the old ones and takes it back', async () => {
  const { items, totalCount } = (await ask(list)).classes;
  const ids = items.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(0);
  const dry = (await ask(copy, { input: { ids, dryRun: true } })).copyClasses;
  expect(dry.map((one) => [one.sourceId, one.class, one.problems.some(({ blocks }) => blocks)])).toEqual(
    ids.map((id) => [id, null, false]),
  );
  expect((await ask(list)).classes.totalCount).toBe(totalCount);

  const made = (await ask(copy, { input: { ids, include: { students: true } } })).copyClasses;
  expect(made.map((one) => one.class?.status)).toEqual(ids.map(() => 'ACTIVE'));
  const archive = `mutation Archive($input: SetClassStatusesInput!) { setClassStatuses(input: $input) { messageKey } }`;
  const archived = (await ask(archive, { input: { ids, status: 'INACTIVE' } })).setClassStatuses;
  expect(archived.map(({ messageKey }) => messageKey)).toEqual(ids.map(() => null));
  expect((await ask(list)).classes.totalCount).toBe(totalCount);

  for (const one of made) await ask('mutation Undo($id: ID!) { deleteClass(id: $id) }', { id: one.class?.id });
  expect((await ask(list)).classes.totalCount).toBe(0);
});
