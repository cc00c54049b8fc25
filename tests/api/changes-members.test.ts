import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { memberships, users } from '#api/ground/db/schema.ts';
import { addSchoolMember, mergeSchools, moveSchoolMember } from '#schema/rest/schools.ts';
import { userChanges } from '#schema/rest/users.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, makeSchools, type Member, send } from './school.ts';

// A member of staff comes into the sight of a school's owners without a change of the account's own fields.

const world = keptApi();
const db = () => world.services.db;
let school: Awaited<ReturnType<typeof makeSchools>>;

beforeAll(async () => {
  school = await makeSchools(world);
});

async function schoolOf({ id }: Member): Promise<string> {
  const [row] = await db()
    .select({ schoolId: memberships.schoolId })
    .from(memberships)
    .where(and(eq(memberships.userId, id), eq(memberships.role, 'SchoolOwner')));
  return row?.schoolId ?? 'none';
}

const dated = (id: string, updatedAt: ReturnType<typeof sql>) =>
  db().update(users).set({ updatedAt }).where(eq(users.id, id));

async function rowOf(id: string): Promise<Member> {
  const [row] = await db().select().from(users).where(eq(users.id, id));
  if (!row) throw new Error('There is no such user');
  return row;
}

const feed = (After?: string) =>
  answerOf(userChanges, send(world, userChanges, { token: school.tokens.owner, query: { ...(After && { After }) } }));

/** A teacher whose account changed before the cursor that the owner's integration keeps. */
async function longKnown(over: Partial<Member> = {}) {
  const { id } = await addStaff(world, { role: 'Teacher', ...over });
  await dated(id, sql`now() - interval '3 hours'`);
  await dated(school.people.owner.id, sql`now() - interval '2 hours'`);
  const { items, cursor } = await feed();
  expect(items.map((one) => one.id)).not.toContain(id);
  return { id, cursor: cursor ?? '' };
}

/** What the owner's feed tells of somebody a minute later. */
async function toldLater({ id, cursor }: { readonly id: string; readonly cursor: string }) {
  await dated(id, sql`updated_at - interval '1 minute'`);
  return (await feed(cursor)).items.find((one) => one.id === id);
}

describe('the feed of people tells a school of', () => {
  const token = () => school.tokens.admin;

  test('a teacher who is added to it, whose open form stays good', async () => {
    const known = await longKnown();
    const params = { id: await schoolOf(school.people.owner), userId: known.id };
    await send(world, addSchoolMember, { token: token(), params }).expect(204);
    const told = await toldLater(known);
    expect(told).toMatchObject({ id: known.id, version: 1, updatedBy: { id: school.people.admin.id } });
    await send(world, addSchoolMember, { token: token(), params }).expect(204);
    expect((await rowOf(known.id)).updatedAt.toISOString()).toBe(told?.updatedAt);
  });

  test('a teacher who moves to it', async () => {
    const known = await longKnown({ invitedById: school.people.otherOwner.id });
    const params = { id: await schoolOf(school.people.otherOwner), userId: known.id };
    const body = { toSchoolId: await schoolOf(school.people.owner) };
    await send(world, moveSchoolMember, { token: token(), params, body }).expect(204);
    expect(await toldLater(known)).toMatchObject({ id: known.id, version: 1 });
  });

  test('a teacher whom an administrator puts on one of its classes', async () => {
    const known = await longKnown();
    const teaching = { mainTeacherId: known.id, schoolAdministratorId: school.people.owner.id };
    const made = await school.created('admin', teaching);
    expect(await toldLater(known)).toMatchObject({ id: known.id, version: 1 });
    const before = await rowOf(known.id);
    await school.put('admin', made, { ...teaching, className: 'Renamed' }).expect(200);
    await school.created('admin', teaching);
    expect((await rowOf(known.id)).updatedAt).toEqual(before.updatedAt);
  });

  test('the members of a school that is merged into it', async () => {
    const from = await addStaff(world, { role: 'SchoolOwner' });
    const known = await longKnown({ invitedById: from.id });
    const params = { id: await schoolOf(school.people.owner) };
    const body = { fromId: await schoolOf(from) };
    await send(world, mergeSchools, { token: token(), params, body }).expect(200);
    expect(await toldLater(known)).toMatchObject({ id: known.id, version: 1 });
  });
});
