import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import {
  auditLog,
  classProfiles,
  classSecondaryTeachers,
  contents,
  lessons,
  textbooks,
  users,
} from '#api/ground/db/schema.ts';
import { trashTables } from '#api/domains/trash/kinds.ts';
import type { TrashKind } from '#schema/rest/trash.ts';
import { makeTextBook } from '#tests/support/teaching.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { aClass, aProfile, makePlace, type Place } from './samples/place.ts';
import { addStaff } from './school.ts';
import { openTrash } from './trash-can.ts';

const world = keptApi();
let place: Place;
let can: ReturnType<typeof openTrash>;

beforeAll(async () => {
  place = await makePlace(world);
  can = openTrash(place);
});

describe('restoring', () => {
  test('brings everything back as it was, and writes down who did', async () => {
    const { book, lesson, content, item } = await can.aBook();
    const post = await can.aPost();
    const { id: profileId } = await aProfile(place);
    const schoolClass = await aClass(place);
    const teacherId = place.own.SuperAdmin.id;
    await world.services.db.insert(classSecondaryTeachers).values({ classId: schoolClass.id, teacherId, position: 4 });
    const rows: [TrashKind, string][] = [
      ['push_and_listen_items', item.id],
      ['contents', content.id],
      ['lessons', lesson.id],
      ['textbooks', book.id],
      ['community_posts', post.id],
      ['profiles', profileId],
      ['classes', schoolClass.id],
      ['users', (await addStaff(world, { role: 'Teacher' })).id],
    ];
    const stateOf = async ([kind, id]: [TrashKind, string]) => {
      const [row] = await world.services.db.select().from(trashTables[kind]).where(eq(trashTables[kind].id, id));
      // What follows from other rows is written anew.
      const derived = { searchText: '', textbookSort: '', teacherSort: '' };
      return { ...row, ...derived, version: 0, updatedAt: null, updatedById: null };
    };
    const before = await Promise.all(rows.map(stateOf));
    for (const [kind, id] of rows) await can.remove(kind, id);
    for (const [kind, id] of [...rows].reverse())
      expect([kind, (await can.restore(place.own.Administrator, kind, id)).status]).toEqual([kind, 204]);
    expect(await Promise.all(rows.map(stateOf))).toEqual(before);
    expect(
      await world.services.db
        .select()
        .from(classSecondaryTeachers)
        .where(eq(classSecondaryTeachers.classId, schoolClass.id)),
    ).toHaveLength(1);
    const written = await world.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, lesson.id))
      .orderBy(auditLog.at);
    expect(written.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['delete', place.own.Administrator.id],
      ['restore', place.own.Administrator.id],
    ]);
  });

  test('gives a child its number again where no other child of the class has it by now', async () => {
    const { db } = world.services;
    const [taken, free, waste] = [await aClass(place), await aClass(place), await aClass(place)];
    const [child, other, gone] = [await aProfile(place), await aProfile(place), await aProfile(place)];
    const numbered = (classId: string, profileId: string) => ({ classId, profileId, number: 7 });
    await can.remove('profiles', child.id);
    await can.remove('profiles', gone.id);
    await db
      .insert(classProfiles)
      .values([
        ...[taken.id, free.id, waste.id].map((classId) => numbered(classId, child.id)),
        ...[numbered(taken.id, other.id), numbered(waste.id, gone.id)],
      ]);
    expect((await can.restore(place.own.Administrator, 'profiles', child.id)).status).toBe(204);
    const rows = await db.select().from(classProfiles).where(eq(classProfiles.profileId, child.id));
    expect(new Map(rows.map(({ classId, number }) => [classId, number]))).toEqual(
      new Map([
        [taken.id, null],
        [free.id, 7],
        [waste.id, 7],
      ]),
    );
    const [written] = await db
      .select({ before: auditLog.before, after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.entityId, child.id), eq(auditLog.action, 'restore')));
    expect(written).toEqual({
      before: { classId: [taken.id], number: [7] },
      after: { classId: [taken.id], number: null },
    });
  });

  test('waits for what it is a part of', async () => {
    const { book, lesson, content, item } = await can.aBook();
    for (const [kind, id] of [
      ['push_and_listen_items', item.id],
      ['lessons', lesson.id],
      ['textbooks', book.id],
    ] as const)
      await can.remove(kind, id);
    const answer = await can.restore(place.own.Administrator, 'push_and_listen_items', item.id);
    expect(answer.body).toMatchObject({
      status: 409,
      messageKey: 'messages.restoreParentFirst',
      messageValues: { name: book.name },
    });
    expect((await can.restore(place.own.Administrator, 'textbooks', book.id)).status).toBe(204);
    expect((await can.restore(place.own.Administrator, 'push_and_listen_items', item.id)).status).toBe(409);
    expect((await can.restore(place.own.Administrator, 'lessons', lesson.id)).status).toBe(204);
    expect((await can.restore(place.own.Administrator, 'push_and_listen_items', item.id)).status).toBe(204);
    expect(await world.services.db.select().from(contents).where(eq(contents.id, content.id))).toHaveLength(1);
  });

  test('says when an e-mail, a username or a short code belongs to another by now', async () => {
    const gone = await addStaff(world, { role: 'Teacher' });
    await can.remove('users', gone.id);
    const next = await addStaff(world, { role: 'Teacher', email: gone.email.toUpperCase() });
    const taken = await can.restore(place.own.Administrator, 'users', gone.id);
    expect(taken.body).toMatchObject({ status: 409, messageKey: 'messages.emailExists' });
    await world.services.db.delete(users).where(eq(users.id, next.id));
    expect((await can.restore(place.own.Administrator, 'users', gone.id)).status).toBe(204);

    const named = await addStaff(world, { role: 'Teacher', username: 'hanako' });
    await can.remove('users', named.id);
    await addStaff(world, { role: 'Teacher', username: 'Hanako' });
    const sameName = await can.restore(place.own.Administrator, 'users', named.id);
    expect(sameName.body).toMatchObject({ status: 409, messageKey: 'messages.usernameExists' });

    const { book } = await can.aBook();
    await can.remove('textbooks', book.id);
    await makeTextBook(world.services.db, { shortCode: book.shortCode.toLowerCase() });
    const answer = await can.restore(place.own.Administrator, 'textbooks', book.id);
    expect(answer.body).toMatchObject({ status: 409, messageKey: 'messages.shortCodeExists' });
    expect(
      (await world.services.db.select().from(textbooks).where(eq(textbooks.id, book.id)))[0]?.deletedAt,
    ).not.toBeNull();
  });

  test('ends after 30 days, and never concerns what is not deleted', async () => {
    const { lesson } = await can.aBook();
    expect((await can.restore(place.own.Administrator, 'lessons', lesson.id)).status).toBe(404);
    await can.remove('lessons', lesson.id);
    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    await world.services.db
      .update(lessons)
      .set({ deletedAt: days(30.01) })
      .where(eq(lessons.id, lesson.id));
    expect((await can.list(place.own.Administrator)).map(({ id }) => id)).not.toContain(lesson.id);
    expect((await can.restore(place.own.Administrator, 'lessons', lesson.id)).status).toBe(404);
    await world.services.db
      .update(lessons)
      .set({ deletedAt: days(29.99) })
      .where(eq(lessons.id, lesson.id));
    const left = (await can.list(place.own.Administrator)).find(({ id }) => id === lesson.id);
    expect(left?.daysLeft).toBe(1);
    expect((await can.restore(place.own.Administrator, 'lessons', lesson.id)).status).toBe(204);
    expect((await can.restore(place.own.Administrator, 'lessons', lesson.id)).status).toBe(404);
  });

  test('done twenty times at once is done once', async () => {
    const { id } = await aClass(place);
    await can.remove('classes', id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => can.restore(place.own.Teacher, 'classes', id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array<number>(19).fill(404)]);
  });

  test.each([
    ['nothing', newId(), 400],
    ['classes', 'x', 400],
    ['classes', newId(), 404],
  ])('of %s %s is %d', async (kind, id, status) => {
    expect((await can.restore(place.own.Administrator, kind, id)).status).toBe(status);
  });
});
