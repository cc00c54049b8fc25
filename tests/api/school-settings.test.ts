import { eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { createDice } from '#api/app/demo/dice.ts';
import { cleanUp } from '#api/domains/retention/clean-up.ts';
import { everyView } from '#api/domains/reports/views.ts';
import { storePageViews } from '#api/domains/usage/write.ts';
import { newId } from '#api/ground/db/ids.ts';
import { classProfiles, memberships, profiles, schools, users } from '#api/ground/db/schema.ts';
import { schoolDay } from '#api/ground/school-day.ts';
import { classActivity } from '#schema/rest/activity.ts';
import { refreshToken } from '#schema/rest/auth.ts';
import { copyClass } from '#schema/rest/class-copies.ts';
import { PostApproval, SchoolLanguage } from '#schema/rest/enumerations.ts';
import { usageByDay } from '#schema/rest/reports.ts';
import { schoolSettingsById, updateSchoolSettings } from '#schema/rest/school-settings.ts';
import { studentClassByCode, studentContents } from '#schema/rest/students.ts';
import { exportUsers } from '#schema/rest/user-files.ts';
import { createUser } from '#schema/rest/users.ts';
import { answerOf } from '#tests/support/answers.ts';
import { wrongRollups } from '#tests/support/kept-views.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { dayFromNow, makeContent, makeLesson } from '#tests/support/teaching.ts';
import { daysAgo, makePast } from './nightly-past.ts';
import { viewOf } from './samples/random-views.ts';
import { makeSchools, problemOf, send, signInAs, type Who } from './school.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;
const ids = { own: '', other: '' };

beforeAll(async () => {
  school = await makeSchools(world);
  ids.own = await schoolOf('owner');
  ids.other = await schoolOf('otherOwner');
});

const db = () => world.services.db;

async function schoolOf(who: Who): Promise<string> {
  const [row] = await db().select().from(memberships).where(eq(memberships.userId, school.people[who].id));
  return row?.schoolId ?? '';
}

const none = {
  timeZone: '',
  language: SchoolLanguage.NONE,
  approval: PostApproval.INSTALLATION,
  retentionMonths: 0,
  worksPerDay: 0,
  storageMegabytes: 0,
};
const read = (who: Who, id = ids.own) => send(world, schoolSettingsById, { token: school.tokens[who], params: { id } });
const change = (who: Who, values: object, version = 1) =>
  send(world, updateSchoolSettings, {
    token: school.tokens[who],
    params: { id: ids.own },
    body: { ...none, ...values, version },
  });
const chosen = async (values: Partial<typeof schools.$inferInsert>, id = ids.own) => {
  await db()
    .update(schools)
    .set({ ...none, ...values })
    .where(eq(schools.id, id));
};

describe('a school’s settings', () => {
  test('are nothing of its own at first, and changed by its owners and by administrators', async () => {
    expect(await answerOf(schoolSettingsById, read('owner'))).toMatchObject({
      ...none,
      installationTimeZone: 'Asia/Tokyo',
      installationApproval: true,
      longestRetentionMonths: 24,
      usedMegabytes: 0,
      version: 1,
    });
    const wanted = { timeZone: 'America/New_York', approval: PostApproval.SHOW, retentionMonths: 24 };
    expect(await answerOf(updateSchoolSettings, change('owner', wanted))).toMatchObject({ ...wanted, version: 2 });
    await problemOf(change('admin', none), 409);
    await change('admin', none, 2).expect(200);
    for (const refused of [read('otherOwner'), change('otherOwner', none, 3)]) await problemOf(refused, 404);
    for (const refused of [read('teacher'), change('teacher', none, 3)]) await problemOf(refused, 403);
  });

  test.each([
    ['timeZone', 'Mars/Base', 'messages.invalidTimeZone'],
    ['timeZone', 'JST', 'messages.invalidTimeZone'],
    ['retentionMonths', 25, 'messages.retentionTooLong'],
    ['worksPerDay', -1, 'messages.limitWholeNumber'],
    ['storageMegabytes', 1.5, 'messages.limitWholeNumber'],
  ])('%s cannot be %j', async (field, value, key) => {
    expect((await problemOf(change('owner', { [field]: value }, 3), 400)).errors).toEqual({ [field]: [key] });
  });
});

describe('the time zone of a school', () => {
  // In New York before midnight of two days, between which its clocks went back; in Tokyo midday of the day after each.
  const [first, second] = [new Date('2026-11-01T03:30:00Z'), new Date('2026-11-02T04:30:00Z')];
  const period = { From: '2026-10-30', To: '2026-11-05' };

  async function viewed(who: 'owner' | 'otherOwner'): Promise<string> {
    const { id: classId } = await school.created(who);
    const profileId = newId();
    await db()
      .insert(profiles)
      .values({ id: profileId, name: 'ひなた', animal: 'fox', createdAt: new Date('2026-01-01') });
    await db().insert(classProfiles).values({ classId, profileId });
    const dice = createDice(7);
    const event = { name: 'Class', pageUrl: '/student', classId };
    for (const startedAt of [first, second])
      await storePageViews(db(), [
        viewOf(dice, { ...event, eventId: newId(), sessionKey: newId(), startedAt }, profileId),
      ]);
    return classId;
  }

  test('is that of the days in its classes’ reports, across midnight and a changed clock', async () => {
    await chosen({ timeZone: 'America/New_York' });
    const [own, other] = [await viewed('owner'), await viewed('otherOwner')];
    const daysOf = async (ClassId: string) => {
      const query = { ...period, ClassId };
      const { items, timeZone } = await answerOf(
        usageByDay,
        send(world, usageByDay, { token: school.tokens.admin, query }),
      );
      return [timeZone, ...items.filter(({ views }) => views > 0).map(({ date }) => date)];
    };
    expect(await daysOf(own)).toEqual(['America/New_York', '2026-10-31', '2026-11-01']);
    expect(await daysOf(other)).toEqual(['Asia/Tokyo', '2026-11-01', '2026-11-02']);
    expect(await wrongRollups(world.services)).toEqual([]);
    const rows = await everyView(db(), { ...period, ClassId: own }, 'Asia/Tokyo');
    expect(rows.map(({ startedAt }) => startedAt)).toEqual(['2026-10-31 23:30:00', '2026-11-01 23:30:00']);
    const oneDay = { From: '2026-11-01', To: '2026-11-02', ClassId: own };
    expect(await everyView(db(), oneDay, 'Asia/Tokyo')).toHaveLength(1);
  });

  test('is that of a class’s activity, and a later change moves no day that was counted', async () => {
    const classId = await viewed('owner');
    await chosen({ timeZone: 'Europe/London' });
    const query = { ...period, ClassId: classId };
    const found = await answerOf(
      classActivity,
      send(world, classActivity, { token: school.tokens.owner, params: { id: classId }, query }),
    );
    expect(found.timeZone).toBe('Europe/London');
    expect(found.items.filter(({ views }) => views > 0).map(({ date }) => date)).toEqual(['2026-10-31', '2026-11-01']);
  });

  test('is that of the times in its owner’s files', async () => {
    await chosen({ timeZone: 'America/New_York' });
    await db()
      .update(users)
      .set({ createdAt: new Date('2026-04-01T15:30:00Z') })
      .where(eq(users.id, school.people.teacher.id));
    const csv = async (who: Who) =>
      (await send(world, exportUsers, { token: school.tokens[who] }).set('accept', 'text/csv').buffer(true)).text
        .split('\r\n')
        .find((line) => line.includes(school.people.teacher.email ?? '?'));
    expect(await csv('owner')).toContain('2026-04-01 11:30');
    expect(await csv('admin')).toContain('2026-04-02 00:30');
  });

  test('is that of the times that its people see, from a sign-in or a renewal on', async () => {
    const { owner, admin } = school.people;
    const password = 'crossing the river at dawn';
    const passwordHash = await quickHash(password);
    await db()
      .update(users)
      .set({ passwordHash })
      .where(inArray(users.id, [owner.id, admin.id]));
    await chosen({ timeZone: 'America/New_York' });
    const { timeZone, ...tokens } = await signInAs(world, { email: owner.email, password });
    expect(timeZone).toBe('America/New_York');
    expect((await signInAs(world, { email: admin.email, password })).timeZone).toBe('Asia/Tokyo');
    await chosen({ timeZone: 'Europe/London' });
    const renewed = await answerOf(refreshToken, send(world, refreshToken, { body: tokens }));
    expect(renewed.timeZone).toBe('Europe/London');
  });

  test('says when its classes end', async () => {
    // Twenty-five hours apart: what is today in the first is over in the second.
    const endDate = schoolDay('Pacific/Niue');
    const { classHashCode } = await school.created('owner', { startDate: dayFromNow(-100), endDate });
    const lesson = await makeLesson(db(), { textbookId: school.book.id, position: 0 });
    await makeContent(db(), { lessonId: lesson.id, position: 0 });
    const seen = async (timeZone: string) => {
      await chosen({ timeZone });
      const query = { hashCode: classHashCode };
      const { completed } = await answerOf(studentClassByCode, send(world, studentClassByCode, { query }));
      const ofClass = { query: { ClassHashCode: classHashCode } };
      const contents = await answerOf(studentContents, send(world, studentContents, ofClass));
      return [completed, contents.length];
    };
    expect(await seen('Pacific/Niue')).toEqual([false, 1]);
    expect(await seen('Pacific/Kiritimati')).toEqual([true, 0]);
  });
});

describe('a new class', () => {
  test('takes the school’s default for posts unless it says otherwise, and so does a copy', async () => {
    const approvals = [
      [PostApproval.INSTALLATION, true],
      [PostApproval.SHOW, false],
      [PostApproval.WAIT, true],
    ] as const;
    for (const [approval, approvalRequired] of approvals) {
      await chosen({ approval });
      expect(await school.created('owner')).toMatchObject({ approvalRequired });
      expect(await school.created('otherOwner')).toMatchObject({ approvalRequired: true });
      const { id } = await school.created('owner', { approvalRequired: !approvalRequired });
      const include = { approvalRequired: false, schoolAdministrator: true };
      const copied = await answerOf(
        copyClass,
        send(world, copyClass, { token: school.tokens.owner, params: { id }, body: { include } }),
      );
      expect(copied).toMatchObject({ approvalRequired, class: { approvalRequired } });
    }
  });
});

describe('the night', () => {
  test('removes posts by the rule of the school, with their files, and no other school’s', async () => {
    await chosen({ retentionMonths: 6 });
    const past = makePast(world);
    const post = async (who: 'owner' | 'otherOwner', days: number) => {
      const { id: classId } = await school.created(who);
      const profileId = newId();
      await db().insert(profiles).values({ id: profileId, name: 'ひなた', animal: 'fox' });
      const file = await past.aFile({ purpose: 'community', kind: 'image', contentType: 'image/webp' });
      return { file, ...(await past.aPost({ classId, profileId, mediaId: file.id, createdAt: daysAgo(days) })) };
    };
    const [old, young, elsewhere] = [await post('owner', 190), await post('owner', 170), await post('otherOwner', 190)];
    await cleanUp({ services: world.services, signal: new AbortController().signal });
    const there = await Promise.all([old, young, elsewhere].map(({ id }) => past.has('community_posts', id)));
    expect(there).toEqual([false, true, true]);
    expect(await past.kept(old.file)).toEqual([false, false, false]);
  });
});

test('an invitation starts in the language of the inviter’s school', async () => {
  await chosen({ language: SchoolLanguage.JP });
  const invited = async (who: Who) => {
    const body = { email: `${newId()}@school.test`, firstName: 'Mio', lastName: 'Hara', role: 'Teacher' };
    const { id } = await answerOf(createUser, send(world, createUser, { token: school.tokens[who], body }));
    const [row] = await db().select({ language: users.language }).from(users).where(eq(users.id, id));
    return row?.language;
  };
  expect([await invited('owner'), await invited('otherOwner')]).toEqual(['jp', 'en']);
});
