import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { newHashCode, newId } from '#api/ground/db/ids.ts';
import { classes, classProfiles, profiles } from '#api/ground/db/schema.ts';
import { ClassStatus, ContentType } from '#schema/rest/enumerations.ts';
import * as operations from '#schema/rest/students.ts';
import * as studentProfiles from '#schema/rest/student-profiles.ts';
import { answerOf, problemOf } from '#tests/support/answers.ts';
import { signIn } from '#tests/support/people.ts';
import { makeClass } from '#tests/support/teaching.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { type GreenBook, makeGreenBook } from './green-book.ts';

const world = keptApi();
let green: GreenBook;

beforeAll(async () => {
  green = await makeGreenBook(world.services.db);
});

const api = () => supertest(world.apiUrl);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const create = (body: object) => api().post('/api/Student').send(body);
const join = (token: string, classHashCode: string) =>
  api().put('/api/Student/class').set(bearer(token)).send({ classHashCode });

const created = (body: object) => answerOf(studentProfiles.createStudent, create(body));
const newProfile = (classHashCode?: string) => created({ name: 'みお', animal: 'owl', classHashCode });

const membersOf = (classId: string) =>
  world.services.db.select().from(classProfiles).where(eq(classProfiles.classId, classId));

describe('createStudent', () => {
  test('makes a profile with a token of its own, in the class of the code', async () => {
    const { classHashCode } = green.classes.running;
    const profile = await created({ name: '  みお  ', animal: 'owl', classHashCode });
    expect(profile).toMatchObject({ name: 'みお', animal: 'owl' });
    const members = await membersOf(green.classes.running.id);
    expect(members.map(({ profileId }) => profileId)).toContain(profile.id);
  });

  test('needs no class', async () => {
    await create({ name: 'Ben', animal: 'fox' }).expect(201);
    await create({ name: 'Ben', animal: 'fox', classHashCode: null }).expect(201);
  });

  test('refuses a name or an animal that is none, and says why by key', async () => {
    const problems = async (body: object) => (await problemOf(create(body), 400)).errors;
    expect(await problems({ animal: 'owl' })).toEqual({ name: ['messages.profileNameRequire'] });
    expect(await problems({ name: null, animal: 'owl' })).toEqual({ name: ['messages.profileNameRequire'] });
    expect(await problems({ name: '   ', animal: 'owl' })).toEqual({ name: ['messages.profileNameRequire'] });
    expect(await problems({ name: '\u200b\u3164', animal: 'owl' })).toEqual({ name: ['messages.profileNameRequire'] });
    expect(await problems({ name: 'x'.repeat(41), animal: 'owl' })).toEqual({ name: ['messages.valueTooLong'] });
    const hidden = ['messages.invalidValue', 'messages.nameHiddenCharacters'];
    expect(await problems({ name: 'a\u0000b', animal: 'owl' })).toEqual({ name: hidden });
    expect(await problems({ name: 'Ben', animal: 'dragon' })).toHaveProperty('animal');
  });

  test('makes nothing with an unknown, deleted or completed class', async () => {
    const before = await world.services.db.$count(profiles);
    const { deleted, ended, inactive } = green.classes;
    await create({ name: 'Ben', animal: 'fox', classHashCode: newHashCode() }).expect(404);
    await create({ name: 'Ben', animal: 'fox', classHashCode: deleted.classHashCode }).expect(404);
    for (const { classHashCode } of [ended, inactive]) {
      const refusal = await problemOf(create({ name: 'Ben', animal: 'fox', classHashCode }), 409);
      expect(refusal.messageKey).toBe('messages.classCompleted');
    }
    expect(await world.services.db.$count(profiles)).toBe(before);
  });

  test('makes one profile for a key, which a second call answers as it is', async () => {
    const { id: classId, classHashCode } = green.classes.running;
    const body = { name: 'みお', animal: 'owl', classHashCode, idempotencyKey: randomUUID() };
    const before = await membersOf(classId);
    const made = await Promise.all([created(body), created(body), created(body)]);
    made.push(await created({ ...body, name: 'Ben', animal: 'fox', classHashCode: null }));
    expect(new Set(made.map(({ id, name, animal }) => `${id} ${name} ${animal}`)).size).toBe(1);
    expect((await membersOf(classId)).length - before.length).toBe(1);
    const other = await created({ ...body, idempotencyKey: randomUUID() });
    expect(other.id).not.toBe(made[0]?.id);
    await join(made.at(-1)?.token ?? '', classHashCode).expect(204);
  });

  test('takes no key that somebody else could send too', async () => {
    const keys = ['1', randomUUID().slice(1), '00000000-0000-0000-0000-000000000000', newId()];
    for (const idempotencyKey of keys) {
      const { errors } = await problemOf(create({ name: 'Ben', animal: 'fox', idempotencyKey }), 400);
      expect(errors).toEqual({ idempotencyKey: ['messages.invalidValue'] });
    }
  });

  test('takes no id, role or status from the caller', async () => {
    const id = newId();
    const made = await created({ name: 'Ben', animal: 'fox', id, role: 'SuperAdmin', deletedAt: null });
    expect(made.id).not.toBe(id);
  });
});

describe('joinClass', () => {
  test('is the profile of the token and nobody else, however often', async () => {
    const one = await makeClass(world.services.db, { textbookId: green.book.id });
    const [mine, others] = [await newProfile(), await newProfile()];
    await join(mine.token, one.classHashCode).expect(204);
    await api()
      .put('/api/Student/class')
      .set(bearer(mine.token))
      .send({ classHashCode: one.classHashCode, id: others.id, StudentId: others.id })
      .expect(204);
    expect(await membersOf(one.id)).toMatchObject([{ profileId: mine.id }]);
  });

  test('refuses completed and unknown classes, staff and nobody', async () => {
    const { token } = await newProfile();
    await join(token, green.classes.ended.classHashCode).expect(409);
    await join(token, newHashCode()).expect(404);
    await join(token, 'not a code').expect(400);
    const { accessToken } = await signIn(world, 'SuperAdmin');
    await join(accessToken, green.classes.running.classHashCode).expect(403);
    await api().put('/api/Student/class').send({ classHashCode: green.classes.running.classHashCode }).expect(401);
    await join('forged', green.classes.running.classHashCode).expect(401);
  });
});

describe('removeStudent', () => {
  test('takes the profile out of sight and ends its token, and leaves others alone', async () => {
    const [gone, stays] = [await newProfile(), await newProfile()];
    await api().delete('/api/Student').set(bearer(gone.token)).send({ id: stays.id }).expect(204);
    await join(gone.token, green.classes.running.classHashCode).expect(401);
    await join(stays.token, green.classes.running.classHashCode).expect(204);
    const [row] = await world.services.db.select().from(profiles).where(eq(profiles.id, gone.id));
    expect(row?.deletedAt).toBeInstanceOf(Date);
    await api().delete('/api/Student').set(bearer(gone.token)).expect(401);
  });
});

describe('classHashCode', () => {
  test('tells a member the current code, and nobody else', async () => {
    const one = await makeClass(world.services.db, { textbookId: green.book.id });
    const ask = (token: string) => api().get(`/api/Student/class-hash-code/${one.id}`).set(bearer(token));
    const [member, stranger] = [await newProfile(one.classHashCode), await newProfile()];
    const fresh = newHashCode();
    await world.services.db.update(classes).set({ classHashCode: fresh }).where(eq(classes.id, one.id));
    expect(await answerOf(operations.classHashCode, ask(member.token))).toEqual({ classHashCode: fresh });
    await ask(stranger.token).expect(404);
    await api().get(`/api/Student/class-hash-code/${one.id}`).expect(401);
    await api().get('/api/Student/class-hash-code/7').set(bearer(member.token)).expect(400);
  });
});

describe('contentDetails', () => {
  const details = (token?: string) => {
    const asked = api().get('/api/Student/content-details').query({ hashCode: green.pages.third.hashCode });
    return answerOf(operations.contentDetails, token === undefined ? asked : asked.set(bearer(token)));
  };

  test('names the running class of the profile that uses the book', async () => {
    const { token } = await newProfile(green.classes.running.classHashCode);
    expect(await details(token)).toEqual({
      classHashCode: green.classes.running.classHashCode,
      type: ContentType.RECORD,
    });
  });

  test('names no class to nobody, to a profile of no class and to one whose class is completed', async () => {
    const finishing = await makeClass(world.services.db, { textbookId: green.book.id });
    const { token } = await newProfile(finishing.classHashCode);
    const inactive = { status: ClassStatus.INACTIVE };
    await world.services.db.update(classes).set(inactive).where(eq(classes.id, finishing.id));
    const nothing = { classHashCode: null, type: ContentType.RECORD };
    expect(await details()).toEqual(nothing);
    expect(await details((await newProfile()).token)).toEqual(nothing);
    expect(await details(token)).toEqual(nothing);
  });
});
