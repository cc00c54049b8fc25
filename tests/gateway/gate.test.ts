import { getIntrospectionQuery, Kind, parse } from 'graphql';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { describe, expect, test } from 'vitest';
import request from 'supertest';
import { persistedOperations } from '#gateway/manifest.generated.ts';
import { isOpen, isSignIn } from '#gateway/limits/operation-limits.ts';
import { readSettings } from '#gateway/settings.ts';
import { mayCall } from '#schema/access.ts';
import { contract } from '#schema/rest/contract.ts';
import { aClass, aProfile, makePlace } from '#tests/api/samples/place.ts';
import { demoEmail, demoPassword, signIn } from '#tests/support/people.ts';
import { ownWorld } from '#tests/support/world.ts';
import { firstError } from './start-gateway.ts';

const world = ownWorld({ gateway: { freeOperations: 'staff', production: true } });

const names = '{ allClasses { className } }';
const nonsense = '{ allKlasses { className } }';
const send = (body: object, authorization?: string) => {
  const asked = request(world.url).post('/graphql');
  if (authorization !== undefined) void asked.set('authorization', authorization);
  return asked.send(body);
};
const teacher = async () => `Bearer ${(await signIn(world, 'Teacher')).accessToken}`;
const forged = async () => {
  const token = new SignJWT({ role: 'SuperAdmin' }).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h');
  return `Bearer ${await token.setAudience('staff').sign(new TextEncoder().encode('a secret of somebody else'))}`;
};
const refusal = { code: 'UNAUTHENTICATED', status: 401 };

describe('an operation that staff wrote themselves', () => {
  test('is carried out, and says what it cost', async () => {
    const answered = await send({ query: names }, await teacher()).expect(200);
    expect(answered.body).toMatchObject({
      data: { allClasses: expect.any(Array) as unknown },
      extensions: { cost: { requested: 51, maximum: 1_000 } },
    });
  });

  test('is carried out after a renewal when the access token has run out', async () => {
    const { accessToken, refreshToken } = await signIn(world, 'Teacher');
    const answered = await send({ query: names }, `Bearer ${accessToken.slice(0, -4)}AAAA`).set(
      'x-refresh-token',
      refreshToken,
    );
    expect(answered.body).toHaveProperty('data.allClasses');
    expect(answered.headers['x-access-token']).toBeTypeOf('string');
  });

  test('may ask for the schema, and is told what is wrong with it', async () => {
    const asked = await send({ query: getIntrospectionQuery() }, await teacher()).expect(200);
    expect(asked.body).toHaveProperty('data.__schema.queryType.name', 'Query');
    const answer = await send({ query: nonsense }, await teacher()).expect(400);
    expect(firstError(answer.body)).toMatchObject({ message: expect.stringContaining('allKlasses') as unknown });
  });
});

describe('an operation that is nobody’s', () => {
  const hidden = `query { ...F } fragment F on Query { ... { allClasses { id } } }`;
  const second = 'mutation Out { logout } query In { allClasses { id } }';
  const beside = '{ passwordLink(token: "x") { state } allClasses { id } }';
  test.each([
    names,
    nonsense,
    hidden,
    second,
    beside,
    '{ __schema { types { name } } }',
    '{ __type(name: "Class") { name } }',
  ])('is refused with 401, right or wrong: %s', async (query) => {
    for (const authorization of [undefined, await forged(), 'Bearer mbk_0', 'Basic eDp5']) {
      const answered = await send({ query, operationName: query === second ? 'Out' : undefined }, authorization).expect(
        401,
      );
      expect(firstError(answered.body)).toMatchObject({ extensions: refusal });
      expect(Object.keys(answered.body as object)).toEqual(['errors']);
    }
  });

  test('tells the same of what the schema has and of what it has not', async () => {
    const refusal = z.object({ errors: z.array(z.object({ message: z.string() })) });
    for (const authorization of [undefined, await forged()]) {
      const answers = [await send({ query: names }, authorization), await send({ query: nonsense }, authorization)];
      const [right, wrong] = answers.map(({ body }) => refusal.parse(body));
      expect(right).toEqual(wrong);
    }
  });

  test('is one refusal, however many names it guesses at once', async () => {
    const guesses = Array.from({ length: 480 }, (_, index) => `@guess${index}`).join(' ');
    const sort = 'query { classes(sort: [{ field: CLAS_NAME, direction: ASC }]) { items { id } } }';
    for (const query of [`{ allClasses ${guesses} { id } }`, `{ settings ${guesses} { schoolSignIn } }`, sort]) {
      const { text } = await send({ query }).expect(401);
      expect((JSON.parse(text) as { errors: unknown[] }).errors).toHaveLength(1);
      expect(text).not.toMatch(/guess|Did you mean|CLASS_NAME|enum/);
    }
  });

  test('is refused as a GET too', async () => {
    const get = request(world.url).get('/graphql').set('apollo-require-preflight', 'true');
    await get.query({ query: names }).expect(401);
  });

  test('in a batch is refused as a batch', async () => {
    await send([{ query: names }, { query: names }]).expect(400);
  });
});

test('a student’s profile is not staff', async () => {
  const { token } = await aProfile(await makePlace(world));
  const answered = await send({ query: names }, `Bearer ${token}`).expect(403);
  expect(firstError(answered.body)).toMatchObject({ extensions: { code: 'FORBIDDEN', status: 403 } });
});

describe('what is for children', () => {
  const bookCode = 'query Book($shortCode: String!) { __typename textBookHashCode(shortCode: $shortCode) }';
  const classCode = 'query Code($classId: ID!) { classHashCode(classId: $classId) }';
  const status =
    'query Status($textBookId: ID!, $classId: ID!) { studentClassStatus(textBookId: $textBookId, classId: $classId) { completed } }';

  test('is asked for by nobody signed in, by children, and by staff', async () => {
    const place = await makePlace(world);
    const { token } = await aProfile(place);
    const variables = { shortCode: place.book.shortCode };
    for (const authorization of [undefined, `Bearer ${token}`, await teacher()])
      expect((await send({ query: bookCode, variables }, authorization).expect(200)).body).toHaveProperty(
        'data.textBookHashCode',
      );
  });

  test('goes to whom the call behind it lets in', async () => {
    const place = await makePlace(world);
    const { id: classId, classHashCode } = await aClass(place);
    const { token } = await aProfile(place, classId);
    const found = await send({ query: classCode, variables: { classId } }, `Bearer ${token}`).expect(200);
    expect(found.body).toHaveProperty('data.classHashCode', classHashCode);
    const ids = { classId, textBookId: place.book.id };
    expect((await send({ query: status, variables: ids }).expect(200)).body).toHaveProperty('data.studentClassStatus');
    const nobody = await send({ query: classCode, variables: { classId } });
    expect(firstError(nobody.body)).toMatchObject({ extensions: refusal });
    const unknown = await send({ query: bookCode, variables: { shortCode: 'NONE-OF-OURS' } });
    expect(firstError(unknown.body)).toMatchObject({ extensions: { code: 'NOT_FOUND' } });
  });

  test('tells strangers nothing of the schema, and brings nothing else in', async () => {
    const wrong = await send({ query: '{ textBookHashCode(shortKode: "A") }' }).expect(400);
    expect(firstError(wrong.body)).toMatchObject({ message: 'The operation is not valid.' });
    await send({ query: '{ textBookHashCode(shortCode: "A") allClasses { id } }' }).expect(401);
  });

  test('is all that is open to them and that the web app does not ask for itself', () => {
    const roots = persistedOperations.flatMap(({ text }) =>
      parse(text).definitions.flatMap((node) =>
        node.kind === Kind.OPERATION_DEFINITION
          ? node.selectionSet.selections.map((field) => ('name' in field ? field.name.value : ''))
          : [],
      ),
    );
    const open = contract.filter(
      ({ name, access }) => mayCall('Student', access) && !isSignIn(name) && !roots.includes(name),
    );
    expect(open.map(({ name }) => name).filter((name) => !isOpen(name))).toEqual([]);
  });
});

describe('signing in', () => {
  const signsIn = 'mutation ($input: LoginInput!) { __typename login(input: $input) { userId } }';
  const input = { email: demoEmail.Teacher, password: demoPassword };

  test('is open to anyone', async () => {
    const answered = await send({ query: signsIn, variables: { input } }).expect(200);
    expect(answered.body).toHaveProperty('data.login.userId');
    await send({ query: '{ __typename }' }).expect(200, { data: { __typename: 'Query' } });
    const expired = await send({ query: 'mutation { refreshToken(refreshToken: "x") { userId } }' }, await forged());
    expect(firstError(expired.body)).toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } });
  });

  test('tells strangers nothing of the schema when it is asked wrongly', async () => {
    const login = 'mutation { login(input: { email: "a", password: "b" }) { ...F } }';
    const faults = ['{ passwordLink(token: 1) { nothing } }', `${login} fragment F on Class { id }`];
    for (const query of [...faults, 'query ($x: ClassFilter) { __typename }']) {
      const answered = await send({ query }).expect(400);
      const { message, extensions } = z
        .object({ message: z.string(), extensions: z.looseObject({}) })
        .parse(firstError(answered.body));
      expect(message).toBe('The operation is not valid.');
      expect(Object.keys(extensions).sort()).toEqual(['code', 'messageKey', 'requestId', 'status']);
    }
  });

  test('tells strangers nothing of the schema by wrong variables, and which field of the form is wrong', async () => {
    const forgets = 'mutation ($input: ForgotPasswordInput!) { forgotPassword(input: $input) { validHours } }';
    const wrongs = [
      { query: signsIn, variables: { input: { ...input, emai: 'x' } } },
      { query: signsIn, variables: { input: { email: 'a' } } },
      { query: signsIn, variables: {} },
      { query: forgets, variables: { input: { email: 'a', language: 'ENG' } } },
    ];
    for (const body of wrongs) {
      const { text } = await send(body).expect(400);
      expect(firstError(JSON.parse(text))).toMatchObject({ message: 'The operation is not valid.' });
      expect(text).not.toMatch(/Did you mean|Input|enum|String!|locations/);
    }
    expect((await send(wrongs[1] ?? {})).text).toContain('{"password":["messages.passRequire"]}');
    const staffs = await send({ query: 'query ($id: ID!) { class(id: $id) { id } }' }, await teacher());
    expect(staffs.text).toContain('of required type');
  });

  test('keeps to one call an operation, and says so', async () => {
    const twice = 'mutation { one: login(input: { email: "a", password: "b" }) { userId } logout }';
    expect(firstError((await send({ query: twice }).expect(400)).body)).toMatchObject({
      message: 'An operation may hold only one call that concerns signing in.',
    });
  });
});

test('the web app’s own operations are open to whom their calls are', async () => {
  const hashOf = (wanted: string) => persistedOperations.find(({ name }) => name === wanted)?.hash;
  const byHash = (name: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash: hashOf(name) } } });
  expect((await send(byHash('Settings')).expect(200)).body).toHaveProperty('data.settings');
  expect(firstError((await send(byHash('Classes')).expect(200)).body)).toMatchObject({ extensions: refusal });
  expect((await send(byHash('Classes'), await teacher())).body).toHaveProperty('data.classes.items');
});

test('who may send operations is a setting: staff, unless told, and everyone in development', () => {
  expect(readSettings({}).freeOperations).toBe('staff');
  expect(readSettings({ FREE_OPERATIONS: 'everyone' }).freeOperations).toBe('everyone');
  expect(readSettings({ MANABOOK_DEV: '1' }).freeOperations).toBe('everyone');
  expect(readSettings({ MANABOOK_DEV: '1', FREE_OPERATIONS: 'staff' }).freeOperations).toBe('staff');
  expect(() => readSettings({ FREE_OPERATIONS: 'nobody' })).toThrow('FREE_OPERATIONS');
});
