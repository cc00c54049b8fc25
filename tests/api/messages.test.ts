import { eq } from 'drizzle-orm';
import request, { type Response } from 'supertest';
import { beforeAll, expect, test } from 'vitest';
import { newHashCode, newId } from '#api/ground/db/ids.ts';
import { users } from '#api/ground/db/schema.ts';
import { problem } from '#schema/problem.ts';
import { login, updatePassword } from '#schema/rest/auth.ts';
import { classById, classes } from '#schema/rest/classes.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { studentTextBookByCode } from '#schema/rest/students.ts';
import { createTextBook, deleteTextBook } from '#schema/rest/textbooks.ts';
import { createUser, users as listUsers } from '#schema/rest/users.ts';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import en from '../../locales/en/messages.json' with { type: 'json' };
import { aClass, makePlace, type Place, tokenFor } from './samples/place.ts';
import { addStaff, send, type Sent } from './school.ts';
import type { Operation } from '#schema/rest/operation.ts';

const world = keptApi();
let place: Place;
beforeAll(async () => {
  place = await makePlace(world);
});

const asAdministrator = async (operation: Operation, sent: Sent = {}) =>
  send(world, operation, { token: await tokenFor(place, 'Administrator'), ...sent });

/** Signs in with the demo school's password, as somebody of this status. */
async function signIn(status: UserStatus, password: string = demoPassword) {
  const { db } = world.services;
  const [known] = await db.select().from(users).where(eq(users.email, demoEmail.Teacher));
  const { email } = await addStaff(world, { role: 'Teacher', status, passwordHash: known?.passwordHash ?? null });
  return send(world, login, { body: { email, password } });
}

const person = (email: string) => ({ email, firstName: 'Aya', lastName: 'Sato', role: 'Teacher' });
const book = (shortCode: string) => ({ name: 'Hello', shortCode });

// How each message of section 8 that a plain call can cause is caused; files and mailed links have other tests.
const ways: Readonly<Partial<Record<keyof typeof en, () => Promise<Response>>>> = {
  badRequest: async () =>
    request(world.apiUrl).post('/api/Auth/login').set('content-type', 'application/json').send('{"email":'),
  forbidden: async () => send(world, listUsers, { token: await tokenFor(place, 'Teacher') }),
  unauthorized: async () => send(world, classes),
  sessionExpired: async () => send(world, classes, { token: 'old' }),
  notFound: async () => asAdministrator(classById, { params: { id: newId() } }),
  bookNotFound: async () => send(world, studentTextBookByCode, { query: { hashCode: newHashCode() } }),
  validationFailed: async () => asAdministrator(createTextBook, { body: {} }),
  checkEmailAndPassword: () => signIn(UserStatus.ACTIVED, 'something else'),
  accountDeactivated: () => signIn(UserStatus.DEACTIVATED),
  accountNotActivated: () => signIn(UserStatus.INVITED),
  linkInvalid: async () =>
    send(world, updatePassword, {
      body: { token: 'nothing', password: 'a password of mine', confirmPassword: 'a password of mine' },
    }),
  emailExists: async () => asAdministrator(createUser, { body: person(place.own.Teacher.email) }),
  shortCodeExists: async () => asAdministrator(createTextBook, { body: book(place.book.shortCode) }),
  couldNotDelete: async () => {
    await aClass(place);
    return asAdministrator(deleteTextBook, { params: { Id: place.book.id } });
  },
};

test.each(Object.entries(ways))('messages.%s is answered, in the words of section 8', async (key, come) => {
  const problemFound = problem.parse((await come()).body);
  expect(problemFound.messageKey).toBe(`messages.${key}`);
  const words = en[key as keyof typeof en].replace('{{name}}', problemFound.messageValues?.name ?? '');
  expect([problemFound.detail, problemFound.title]).toContain(words);
});
