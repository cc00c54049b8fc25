import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { shapeOf } from '#schema/rest/shapes.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { graphql } from '#tests/support/people.ts';
import { addStaff, tokenOf } from '../api/school.ts';
import { operationFields, sendRootField } from './root-fields.ts';
import { json, problem, startStandIn, type StandIn } from './stand-in.ts';
import { startGateway } from './start-gateway.ts';

const wordsOf = (language: string) =>
  z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(`locales/${language}/messages.json`, 'utf8')));
const words = { en: wordsOf('en'), jp: wordsOf('jp') };

const asked = 'userErrors { mutation code field messageKey message existingId }';
const answer = z.object({
  data: z.looseObject({ userErrors: z.array(z.unknown()) }),
  errors: z
    .array(z.object({ extensions: z.looseObject({ fields: z.record(z.string(), z.unknown()).optional() }) }))
    .optional(),
});

describe('beside every mutation', () => {
  const mutations = operationFields.filter(({ kind }) => kind === 'mutation');

  /** What each mutation answers where /api answers so. */
  async function told(respond: (operation: Operation, response: Parameters<typeof json>[0]) => void) {
    let current: Operation | undefined;
    const api: StandIn = await startStandIn((_, response) => current && respond(current, response));
    const gateway = await startGateway(api);
    const answers: [Operation, z.output<typeof answer>][] = [];
    for (const rootField of mutations) {
      current = contract.find(({ name }) => name === rootField.field.name);
      const sent = sendRootField(gateway.url, rootField, asked).set('accept-language', 'ja');
      const response = await sent.expect(200);
      if (current) answers.push([current, answer.parse(response.body)]);
    }
    expect(answers).toHaveLength(
      contract.filter(({ method, name }) => method !== 'GET' && name !== 'admission').length,
    );
    return answers;
  }

  test('it is empty where the mutation was done', async () => {
    const answers = await told(({ response: declared }, response) => {
      if (declared === undefined) response.writeHead(204).end();
      else json(response, declared instanceof z.ZodArray ? [] : {});
    });
    for (const [{ name }, { data }] of answers) expect(data.userErrors, name).toEqual([]);
  });

  test('it says that the caller may not, in the caller’s language', async () => {
    const answers = await told((_, response) => problem(response, 403, { messageKey: 'messages.forbidden' }));
    for (const [{ name }, { data }] of answers)
      expect(data, name).toEqual({
        [name]: null,
        userErrors: [
          {
            ...{ mutation: name, code: 'FORBIDDEN', field: null, existingId: null },
            ...{ messageKey: 'messages.forbidden', message: words.jp['forbidden'] },
          },
        ],
      });
  });

  test('it says which value is wrong, by the caller’s name for it', async () => {
    const wrongOf = ({ params, query, body, form }: Operation): string | undefined =>
      [body, form?.fields, params, query].flatMap((part) => Object.keys(shapeOf(part)))[0];
    const answers = await told((operation, response) => {
      const wrong = wrongOf(operation);
      const errors = wrong === undefined ? {} : { errors: { [wrong]: ['messages.invalidValue'] } };
      problem(response, 400, { messageKey: 'messages.validationFailed', ...errors });
    });
    for (const [operation, { data, errors }] of answers) {
      const [path] = Object.keys(errors?.[0]?.extensions.fields ?? {});
      expect(path === undefined, operation.name).toBe(wrongOf(operation) === undefined);
      const key = path === undefined ? 'validationFailed' : 'invalidValue';
      const code = { code: 'BAD_USER_INPUT', messageKey: `messages.${key}`, message: words.jp[key] };
      const field = path?.split('.') ?? null;
      expect(data.userErrors, operation.name).toEqual([{ mutation: operation.name, ...code, field, existingId: null }]);
    }
  });

  test('it says nothing of faults of ours', async () => {
    const answers = await told((_, response) => problem(response, 500));
    for (const [{ name }, { data, errors }] of answers) {
      expect(data.userErrors, name).toEqual([]);
      expect(errors, name).toHaveLength(1);
    }
  });
});

describe('what mutations were refused with', () => {
  const world = keptWorld();
  let admin: string;
  let teacher: string;

  beforeAll(async () => {
    admin = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
    teacher = await tokenOf(world, await addStaff(world, { role: 'Teacher' }));
  });

  const ask = async (query: string, { token, ...headers }: Record<string, string>, variables = {}) =>
    graphql(world, query, variables, { ...headers, ...(token && { authorization: `Bearer ${token}` }) });

  const books = `mutation ($one: CreateTextBookInput!, $other: CreateTextBookInput!) {
    first: createTextBook(input: $one) { id } again: createTextBook(input: $one) { id }
    nameless: createTextBook(input: $other) { id } ${asked} errors: userErrors(language: EN) { message }
  }`;

  test('is told of each by its alias, with the row that is in the way', async () => {
    const one = { name: 'Errors', shortCode: 'ERRORS-1' };
    const other = { name: '', shortCode: '--' };
    const { data } = await ask(books, { token: admin, 'accept-language': 'ja,en;q=0.5' }, { one, other });
    const told = data as { first: { id: string }; userErrors: { field: string[] }[]; errors: unknown[] };
    const row = (key: string) => ({ messageKey: `messages.${key}`, message: words.jp[key], existingId: null });
    expect(told).toMatchObject({ first: { id: expect.any(String) as unknown }, again: null, nameless: null });
    expect(told.userErrors).toEqual([
      {
        ...row('shortCodeExists'),
        ...{ mutation: 'again', code: 'CONFLICT', field: ['shortCode'], existingId: told.first.id },
      },
      { mutation: 'nameless', code: 'BAD_USER_INPUT', field: ['name'], ...row('textBookNameRequire') },
      { mutation: 'nameless', code: 'BAD_USER_INPUT', field: ['shortCode'], ...row('shortCodeOfDashes') },
    ]);
    const english = ['shortCodeExists', 'textBookNameRequire', 'shortCodeOfDashes'];
    expect(told.errors).toEqual(english.map((key) => ({ message: words.en[key] })));
  });

  test('is told with its values, instants in UTC', async () => {
    const create = 'mutation ($input: CreateTextBookInput!) { createTextBook(input: $input) { id version } }';
    const book = { name: 'Changed', shortCode: 'ERRORS-2', description: '' };
    const made = (await ask(create, { token: admin }, { input: book })).data as { createTextBook: { id: string } };
    const input = { ...book, id: made.createTextBook.id, version: 99 };
    const update = `mutation ($input: UpdateTextBookInput!) { updateTextBook(input: $input) { id } ${asked} }`;
    const { data } = await ask(update, { token: admin }, { input });
    expect(data).toMatchObject({ userErrors: [{ code: 'CONFLICT', messageKey: 'messages.changedMeanwhile' }] });
    const [{ message = '' } = {}] = (data as { userErrors: { message?: string }[] }).userErrors;
    expect(message).toMatch(/ changed this on \d{1,2} \w{3,4} \d{4}, \d{2}:\d{2} UTC\. /);
  });

  test('is told to whoever may not, and to strangers who sign in', async () => {
    const refused = await ask(
      `mutation { createTextBook(input: { name: "A", shortCode: "ERRORS-3" }) { id } ${asked} }`,
      { token: teacher },
    );
    expect(refused.data).toMatchObject({ userErrors: [{ code: 'FORBIDDEN', message: words.en['forbidden'] }] });
    const login = `mutation { login(input: { email: "nobody@example.com", password: "no" }) { userId } ${asked} }`;
    const stranger = await ask(login, {});
    expect(stranger.data).toMatchObject({ login: null, userErrors: [{ mutation: 'login', code: 'UNAUTHENTICATED' }] });
  });

  test('is nothing before any mutation', async () => {
    const { data } = await ask(`mutation { before: ${asked} __typename }`, { token: admin });
    expect(data).toEqual({ before: [], __typename: 'Mutation' });
  });
});
