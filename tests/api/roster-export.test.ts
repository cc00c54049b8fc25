import { and, eq } from 'drizzle-orm';
import type { Response } from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { fixedRows, sizeOf } from '#api/domains/roster-exports/fits.ts';
import { newId } from '#api/ground/db/ids.ts';
import {
  auditLog,
  classes,
  classProfiles,
  classSecondaryTeachers,
  memberships,
  profiles,
  textbooks,
  users,
} from '#api/ground/db/schema.ts';
import { exportRoster, importRoster } from '#schema/rest/roster-files.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { rosterFiles } from '#tests/support/roster-package.ts';
import { unzip } from '#tests/support/unzip.ts';
import { aChild, countsOf, rosterDesk } from './roster-desk.ts';
import { addStaff, addTextBook, problemOf, send, tokenOf } from './school.ts';

const world = keptApi();
const desk = rosterDesk(world);
const { post, over, bring, classOf, childrenOf, aRoster } = desk;

describe('an export', () => {
  let token: string;
  beforeAll(async () => {
    token = await tokenOf(world, await addStaff(world, { role: 'SchoolOwner' }));
  });

  async function exported(as = token, SchoolId?: string | null): Promise<Buffer> {
    const sent = send(world, exportRoster, { token: as, query: SchoolId ? { SchoolId } : {} });
    const answer = await sent.buffer(true).parse(binary).expect(200);
    return answer.body as Buffer;
  }

  test('comes back without a change, by the ids of the school and by ours', async () => {
    const { roster, main, aoi, lesson } = aRoster();
    await bring(rosterFiles(roster), { token });
    const { db } = world.services;
    const classId = (await classOf(lesson.id))?.id ?? '';
    // One of everything without an id of the school's.
    await db.update(classes).set({ externalId: null }).where(eq(classes.id, classId));
    await db.update(users).set({ externalId: null }).where(eq(users.externalId, main.id));
    await db.update(profiles).set({ externalId: null, name: 'ひなた' }).where(eq(profiles.externalId, aoi.id));
    // A visiting teacher, whose account is not the school's.
    const visitor = await addStaff(world, { role: 'Teacher', externalId: `T-${newId()}` });
    await db.insert(classSecondaryTeachers).values({ classId, teacherId: visitor.id, position: 4 });
    const teachers = () =>
      db
        .select()
        .from(classSecondaryTeachers)
        .where(eq(classSecondaryTeachers.classId, classId))
        .orderBy(classSecondaryTeachers.position);
    const taughtBefore = await teachers();
    const zip = await exported();
    const before = await childrenOf(classId);
    const { id } = await answerOf(importRoster, post(zip, { token }));
    const done = await over(token, id);
    expect({ ...countsOf(done), rows: done.rows }).toMatchObject({
      created: 0,
      updated: 0,
      skipped: 0,
      refused: 0,
      rows: [],
    });
    expect(await childrenOf(classId)).toEqual(before);
    expect(await teachers()).toEqual(taughtBefore);
    // Another school knows no account of the visitor, whom the export names without an email.
    await db.delete(classSecondaryTeachers).where(eq(classSecondaryTeachers.teacherId, visitor.id));
    const names = [...(await unzip(zip)).keys()];
    expect(names).toEqual([
      ...['manifest.csv', 'orgs.csv', 'academicSessions.csv', 'courses.csv', 'classes.csv', 'users.csv', 'roles.csv'],
      'enrollments.csv',
    ]);
  });

  test('names the textbook of a class by the id of the school, by which an import finds it', async () => {
    const { db } = world.services;
    const externalId = `B-${newId()}`;
    const book = await addTextBook(world, { externalId });
    const { roster, lesson } = aRoster();
    const lessons = [{ ...lesson, course: externalId }];
    await bring(rosterFiles({ ...roster, lessons, courses: { [externalId]: ['英語', ''] } }), { token });
    expect(await classOf(lesson.id)).toMatchObject({ textbookId: book.id });
    const files = await unzip(await exported());
    expect(files.get('courses.csv')?.toString()).toContain(`${externalId},,,,${book.name},${book.shortCode},`);
    expect(files.get('classes.csv')?.toString()).toContain(`,${externalId},`);
    await db.update(textbooks).set({ externalId: null }).where(eq(textbooks.id, book.id));
    expect((await unzip(await exported())).get('courses.csv')?.toString()).toContain(`${book.id},`);
  });

  test('brings the same roster to a school that has nothing of it', async () => {
    const { roster, aoi, lesson } = aRoster();
    await bring(rosterFiles(roster), { token });
    const files = await unzip(await exported());
    const text = (name: string): string => (files.get(name) ?? Buffer.alloc(0)).toString();
    expect(text('users.csv')).toContain(`${aoi.id},,,true,${aoi.id},,あおい,青木,`);
    expect(text('users.csv')).toContain('アオイ,アオキ,,');
    expect(text('users.csv')).not.toContain('\uFEFF');
    expect(text('classes.csv')).toContain(lesson.id);
    const first = await childrenOf((await classOf(lesson.id))?.id ?? '');
    // As in another installation: nobody has the ids or the addresses.
    const elsewhere = Object.fromEntries(
      [...files].map(([name, content]) => [
        name,
        content
          .toString()
          .replaceAll('T-', 'X-')
          .replaceAll('S-', 'Y-')
          .replaceAll('C-', 'Z-')
          .replaceAll('@school', '@other'),
      ]),
    );
    const owner = await addStaff(world, { role: 'SchoolOwner' });
    const done = await bring(elsewhere, { token: await tokenOf(world, owner) });
    expect(done.rows).toEqual([]);
    const made = await classOf(lesson.id.replace('C-', 'Z-'));
    expect(made).toMatchObject({ className: lesson.title, textbookId: desk.book.id, schoolAdministratorId: owner.id });
    const bare = (rows: typeof first) => rows.map(({ name, reading, number }) => ({ name, reading, number }));
    expect(bare(await childrenOf(made?.id ?? ''))).toEqual(bare(first));
  });

  test('of two schools that gave one ID to two children is refused; each school by itself is not', async () => {
    const [first, second] = [aRoster(), aRoster()];
    const [owner, otherOwner] = [
      await addStaff(world, { role: 'SchoolOwner' }),
      await addStaff(world, { role: 'SchoolOwner' }),
    ];
    const as = await tokenOf(world, owner);
    await bring(rosterFiles(first.roster), { token: as });
    const twin = { ...second.aoi, id: first.aoi.id, family: '別' };
    const people = [...second.roster.people.filter((one) => one !== second.aoi), twin];
    const lessons = [{ ...second.lesson, students: [[twin.id, 1] as const] }];
    await bring(rosterFiles({ ...second.roster, people, lessons }), { token: await tokenOf(world, otherOwner) });
    const [own, other] = [await classOf(first.lesson.id), await classOf(second.lesson.id)];
    const { db } = world.services;
    await db.insert(memberships).values({ schoolId: other?.schoolId ?? '', userId: owner.id, role: 'SchoolOwner' });
    const problem = await problemOf(send(world, exportRoster, { token: as }), 409);
    expect(problem.messageKey).toBe('messages.rosterSameId');
    for (const place of [own, other]) await exported(as, place?.schoolId);
    const [child] = await childrenOf(other?.id ?? '');
    await db
      .update(profiles)
      .set({ externalId: null })
      .where(eq(profiles.id, child?.id ?? ''));
    await exported(as);
  });

  test('counts the rows that the package will have', async () => {
    const owner = await addStaff(world, { role: 'SchoolOwner' });
    const as = await tokenOf(world, owner);
    const { roster, aoi, ren, lesson } = aRoster();
    const mei = aChild('伊藤', 'めい', ['イトウ', 'メイ']);
    const club = { ...lesson, id: `C-${newId()}`, students: [[aoi.id, 1] as const, [mei.id, 2] as const] };
    await bring(rosterFiles({ ...roster, people: [...roster.people, mei], lessons: [lesson, club] }), { token: as });
    const { db } = world.services;
    // Children who are not exported.
    await db.update(profiles).set({ deletedAt: new Date() }).where(eq(profiles.externalId, ren.id));
    const [, meiThere] = await childrenOf((await classOf(club.id))?.id ?? '');
    await db
      .update(classProfiles)
      .set({ waiting: true })
      .where(eq(classProfiles.profileId, meiThere?.id ?? ''));
    const files = await unzip(await exported(as));
    files.delete('manifest.csv');
    const rowsIn = (content: Buffer) => content.toString().trim().split('\r\n').length - 1;
    const count = [...files.values()].map(rowsIn).reduce((sum, rows) => sum + rows, 0);
    const caller = { kind: 'SchoolOwner', userId: owner.id, sessionId: null } as const;
    const { rowCount } = await sizeOf(db, { caller, schoolId: undefined, timeZone: 'Asia/Tokyo' });
    expect(rowCount - fixedRows).toBe(count);
  });

  test('has what the caller sees alone, and is written down', async () => {
    const { roster, lesson } = aRoster();
    await bring(rosterFiles(roster), { token });
    // An export of all schools has children of one ID, since another test brings a package to two of them.
    const schoolId = (await classOf(lesson.id))?.schoolId;
    const classesOf = async (as: string, school?: string | null) =>
      (await unzip(await exported(as, school))).get('classes.csv')?.toString() ?? '';
    expect(await classesOf(token)).toContain(lesson.id);
    expect(await classesOf(desk.school.tokens.admin, schoolId)).toContain(lesson.id);
    expect(await classesOf(desk.school.tokens.otherOwner)).not.toContain(lesson.id);
    await problemOf(send(world, exportRoster, { token: desk.school.tokens.teacher }), 403);
    const [line] = await world.services.db
      .select({ actorId: auditLog.actorId })
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'roster_exports'), eq(auditLog.actorId, desk.school.people.otherOwner.id)));
    expect(line).toBeDefined();
  });
});

function binary(response: Response, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  const stream = response as unknown as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(null, Buffer.concat(chunks)));
}
