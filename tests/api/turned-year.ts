import { asc, eq, sql } from 'drizzle-orm';
import { newId } from '#api/ground/db/ids.ts';
import { classes, classProfiles, profiles } from '#api/ground/db/schema.ts';
import { classById, type ClassDetail } from '#schema/rest/classes.ts';
import {
  planSchoolYearTurn,
  schoolYearTurns as listTurns,
  takeSchoolYearTurnBack,
  turnSchoolYear,
} from '#schema/rest/school-year-turns.ts';
import { answerOf } from '#tests/support/answers.ts';
import type { World } from '#tests/support/world.ts';
import { type makeSchools, send, type Who } from './school.ts';

type StaffRequest = Parameters<typeof planSchoolYearTurn.body.parse>[0];
type Schools = Awaited<ReturnType<typeof makeSchools>>;

/** Turns of school years in two schools, with the years to turn. */
export function turnsOf(world: World, school: Schools) {
  const planSent = (who: Who, body: StaffRequest) =>
    send(world, planSchoolYearTurn, { token: school.tokens[who], body: body as object });
  const plan = (who: Who, body: StaffRequest) => answerOf(planSchoolYearTurn, planSent(who, body));
  const turnSent = (who: Who, body: object) => send(world, turnSchoolYear, { token: school.tokens[who], body });
  const turnBack = (who: Who, id: string) =>
    send(world, takeSchoolYearTurnBack, { token: school.tokens[who], params: { id } });

  /** Plans and turns by the same request. */
  async function turn(who: Who, request: object, more: object = {}) {
    const { version } = await plan(who, request);
    return answerOf(turnSchoolYear, turnSent(who, { ...request, version, ...more }));
  }

  async function withChildren(found: ClassDetail, children: readonly [string, number | null, string?][]) {
    const ids: string[] = [];
    for (const [name, number, reading = ''] of children) {
      const id = newId();
      await world.services.db.insert(profiles).values({ id, name, reading, animal: 'fox' });
      await world.services.db
        .insert(classProfiles)
        .values({ classId: found.id, profileId: id, number, lastSeenAt: sql`now() - interval '1 day'` });
      ids.push(id);
    }
    return ids;
  }

  const aClass = (over: Record<string, unknown> = {}) =>
    school.created('owner', { className: '3年1組 2026年度', mainTeacherId: school.people.teacher.id, ...over });

  /** Two classes of a year with two children each. */
  async function aYear() {
    const [one, two] = [await aClass(), await aClass({ className: '3年2組 2026年度' })];
    const [hinata = '', sota = ''] = await withChildren(one, [
      ['ひなた', 1],
      ['そうた', 2],
    ]);
    const [mei = '', ren = ''] = await withChildren(two, [
      ['めい', 1],
      ['れん', 2],
    ]);
    return { one, two, hinata, sota, mei, ren, request: { classes: [{ classId: one.id }, { classId: two.id }] } };
  }

  const membersOf = async (classId: string | undefined) => {
    const rows = await world.services.db
      .select({ name: profiles.name, number: classProfiles.number })
      .from(classProfiles)
      .innerJoin(profiles, eq(profiles.id, classProfiles.profileId))
      .where(eq(classProfiles.classId, classId ?? ''))
      .orderBy(asc(profiles.name));
    return rows.map(({ name, number }) => `${name} ${number ?? '-'}`);
  };

  const rowOf = async (id: string | undefined) => {
    const [row] = await world.services.db
      .select()
      .from(classes)
      .where(eq(classes.id, id ?? ''));
    return row;
  };
  const codesUntil = async (who: Who, id: string | undefined) => {
    const sent = send(world, classById, { token: school.tokens[who], params: { id: id ?? '' } });
    return (await answerOf(classById, sent)).codesUntil;
  };
  const turns = (who: Who) => answerOf(listTurns, send(world, listTurns, { token: school.tokens[who] }));
  return { aClass, aYear, codesUntil, membersOf, plan, planSent, rowOf, turn, turnBack, turns, turnSent, withChildren };
}
