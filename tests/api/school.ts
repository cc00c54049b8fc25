import request, { type Test } from 'supertest';
import { openSession } from '#api/domains/auth/sessions.ts';
import { signStudentToken } from '#api/domains/auth/tokens.ts';
import { newHashCode, newId } from '#api/ground/db/ids.ts';
import { profiles, textbooks, users } from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import { problem, type Problem } from '#schema/problem.ts';
import { classDetail, type ClassDetail, classes, createClass, updateClass } from '#schema/rest/classes.ts';
import { type AuthInfo, authInfo } from '#schema/rest/auth-info.ts';
import { login } from '#schema/rest/auth.ts';
import type { LoginValues } from '#schema/rules/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { encodeQuery } from '#schema/rest/query-string.ts';
import type { World } from '#tests/support/world.ts';

type NewUser = typeof users.$inferInsert;
export type Member = typeof users.$inferSelect;

/** An active member of staff, on their own e-mail address unless given one. */
export async function addStaff({ services }: World, over: Partial<NewUser> & Pick<NewUser, 'role'>): Promise<Member> {
  const id = newId();
  const person = { firstName: 'Aya', lastName: `Tester ${id.slice(-6)}`, email: `${id}@school.test`, ...over };
  const [row] = await services.db
    .insert(users)
    .values({ status: UserStatus.ACTIVED, searchText: searchText(person.firstName, person.lastName), ...person, id })
    .returning();
  if (!row) throw new Error('no row came back');
  return row;
}

/** A published textbook. */
export async function addTextBook({ services }: World, over: Partial<typeof textbooks.$inferInsert> = {}) {
  const id = newId();
  const row = {
    id,
    name: `Book ${id.slice(-6)}`,
    shortCode: id.slice(-12),
    hashCode: newHashCode(),
    publishedAt: new Date(),
  };
  await services.db.insert(textbooks).values({ ...row, ...over });
  return { ...row, ...over };
}

/** A staff access token, without a password. */
export async function tokenOf({ services }: World, member: Member): Promise<string> {
  return (await openSession(services, member, { remembered: false })).accessToken;
}

/** Signs in with a password, through REST. */
export async function signInAs(world: World, sent: LoginValues): Promise<AuthInfo> {
  return authInfo.parse((await send(world, login, { body: sent }).expect(200)).body);
}

/** The token of a new profile. */
export async function newStudentToken({ services }: World): Promise<string> {
  const id = newId();
  await services.db.insert(profiles).values({ id, name: 'ひなた', animal: 'fox' });
  return signStudentToken(services.secrets, id);
}

export interface Sent {
  readonly token?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** The text fields of a form. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, SentFile>>;
}

export interface SentFile {
  readonly content: Buffer;
  readonly fileName: string;
}

/** Sends an operation as its declaration spells it; what is sent may break its rules. */
export function send(
  world: Pick<World, 'apiUrl'>,
  operation: Operation,
  { token, params = {}, query = {}, ...sent }: Sent = {},
): Test {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? newId()));
  const method = operation.method.toLowerCase() as Lowercase<Operation['method']>;
  const test = request(world.apiUrl)[method](`/api${path}${encodeQuery(query)}`);
  if (token !== undefined) test.set('authorization', `Bearer ${token}`);
  if (sent.fields === undefined && sent.files === undefined)
    return sent.body === undefined ? test : test.send(sent.body as object);
  for (const [name, value] of Object.entries(sent.fields ?? {})) test.field(name, value);
  for (const [name, { content, fileName }] of Object.entries(sent.files ?? {})) test.attach(name, content, fileName);
  return test;
}

/** The problem that an answer must be. */
export async function problemOf(sent: Test, status: number): Promise<Problem> {
  const response = await sent.expect(status).expect('content-type', /^application\/problem\+json/);
  return problem.parse(response.body);
}

/** The class that an answer must be. */
export async function classOf(sent: Test, status = 200): Promise<ClassDetail> {
  return classDetail.parse((await sent.expect(status)).body);
}

export type Who = 'admin' | 'owner' | 'otherOwner' | 'teacher' | 'colleague' | 'stranger';

/** Two schools: `owner` with `teacher` and `colleague`, `otherOwner` with `stranger`; and an administrator above both. */
export async function makeSchools(world: World) {
  const owner = await addStaff(world, { role: 'SchoolOwner' });
  const otherOwner = await addStaff(world, { role: 'SchoolOwner' });
  const people: Record<Who, Member> = {
    admin: await addStaff(world, { role: 'Administrator' }),
    owner,
    otherOwner,
    teacher: await addStaff(world, { role: 'Teacher', invitedById: owner.id, firstName: '花子', lastName: '山田' }),
    colleague: await addStaff(world, { role: 'Teacher', invitedById: owner.id }),
    stranger: await addStaff(world, { role: 'Teacher', invitedById: otherOwner.id }),
  };
  const book = await addTextBook(world, { name: 'ハロー Book' });
  const valid = (over: Record<string, unknown> = {}) => ({
    className: '3年1組',
    textBookId: book.id,
    startDate: '2026-04-01',
    endDate: '2027-03-31',
    ...over,
  });
  const tokens: Record<Who, string> = {
    admin: await tokenOf(world, people.admin),
    owner: await tokenOf(world, people.owner),
    otherOwner: await tokenOf(world, people.otherOwner),
    teacher: await tokenOf(world, people.teacher),
    colleague: await tokenOf(world, people.colleague),
    stranger: await tokenOf(world, people.stranger),
  };
  const create = (who: Who, over: Record<string, unknown> = {}) =>
    send(world, createClass, { token: tokens[who], body: valid(over) });
  return {
    people,
    tokens,
    book,
    create,
    /** Creates a class that must be right. */
    created: async (who: Who, over: Record<string, unknown> = {}): Promise<ClassDetail> =>
      classOf(create(who, over), 201),
    /** Changes a class from the version given. */
    put: (who: Who, { id, version }: ClassDetail, over: Record<string, unknown> = {}) =>
      send(world, updateClass, { token: tokens[who], params: { id }, body: { ...valid(), version, ...over } }),
    list: async (who: Who, query: Sent['query'] = {}): Promise<ClassDetail[]> => {
      const response = await send(world, classes, { token: tokens[who], query }).expect(200);
      return classes.response.parse(response.body).items;
    },
  };
}
