import { describe, expect, test } from 'vitest';
import { json, startStandIn } from './stand-in.ts';
import { firstError } from './start-gateway.ts';
import { end, filePart, sendForm, startUploadGateway, textPart } from './upload-gateway.ts';

interface Form {
  readonly query: string;
  readonly variables: object;
  /** The path of each file, in the order in which they are sent. */
  readonly files: readonly string[];
}

/** Each file is larger than what any part of the way holds in memory. */
const content = 'x'.repeat(400_000);

async function send({ query, variables, files }: Form) {
  const api = await startStandIn((_, response) => json(response, { size: 1 }));
  const map = Object.fromEntries(files.map((path, index) => [index, [path]]));
  const body =
    textPart('operations', JSON.stringify({ query, variables })) +
    textPart('map', JSON.stringify(map)) +
    files.map((_, index) => filePart(String(index)) + content).join('\r\n') +
    end;
  const answered = await sendForm(await startUploadGateway(api), body);
  return { status: answered.status, answer: (await answered.json()) as unknown, calls: api.calls.length };
}

const refused = { extensions: { code: 'BAD_USER_INPUT', status: 400 } };
const store = (name: string) => `store(lessonId: "b", image: $${name})`;
const two = `mutation ($a: Upload!, $b: Upload!) { first: ${store('a')} second: ${store('b')} }`;
const one = `mutation ($a: Upload!) { ${store('a')} }`;

describe('the files of two fields', () => {
  test('arrive when they are sent in the order of their fields', async () => {
    const { answer } = await send({
      query: two,
      variables: { a: null, b: null },
      files: ['variables.a', 'variables.b'],
    });
    expect(answer).toMatchObject({ data: { first: 1, second: 1 } });
  });

  test('are refused at once in another order, in which each would wait for the other', async () => {
    const { answer } = await send({
      query: two,
      variables: { a: null, b: null },
      files: ['variables.b', 'variables.a'],
    });
    expect(firstError(answer)).toMatchObject({ ...refused, path: ['first'] });
  });
});

test('a file before its sibling that no field ever reads is refused at once', async () => {
  const { answer } = await send({
    query: one,
    variables: { a: null, unknown: null },
    files: ['variables.unknown', 'variables.a'],
  });
  expect(firstError(answer)).toMatchObject(refused);
});

test('a file behind its sibling that no field ever reads harms nobody', async () => {
  const { answer } = await send({
    query: one,
    variables: { a: null, unknown: null },
    files: ['variables.a', 'variables.unknown'],
  });
  expect(answer).toMatchObject({ data: { store: 1 } });
});

describe('is refused before any call', () => {
  test.each([
    [
      'a file where text belongs',
      {
        query: 'mutation ($a: String) { store(lessonId: "b", note: $a, image: "x") }',
        variables: { a: null },
        files: ['variables.a'],
      },
    ],
    [
      'a file for a variable of another type',
      {
        query: 'mutation ($a: String!, $b: Upload!) { store(lessonId: $a, image: $b) }',
        variables: { a: null, b: null },
        files: ['variables.a', 'variables.b'],
      },
    ],
    ['text where a file belongs', { query: one, variables: { a: 'no file' }, files: [] }],
    ['a file inside the query', { query: null, variables: {}, files: ['query'] }],
    ['a file instead of the name', { query: one, variables: { a: null }, files: ['operationName'] }],
    ['a file instead of all variables', { query: one, variables: null, files: ['variables'] }],
  ])('%s', async (_, form) => {
    const { status, answer, calls } = await send(form as unknown as Form);
    expect({ status, calls }).toEqual({ status: 400, calls: 0 });
    expect(firstError(answer)).toMatchObject({ extensions: { status: 400 } });
    expect(JSON.stringify(answer)).not.toMatch(/resolve|promise|function|\[object/i);
  });

  test('several operations in one request', async () => {
    const api = await startStandIn((_, response) => json(response, { size: 1 }));
    const operations = [{ query: one, variables: { a: null } }];
    const body =
      textPart('operations', JSON.stringify(operations)) +
      textPart('map', '{"0":["0.variables.a"]}') +
      filePart('0') +
      content +
      end;
    const answered = await sendForm(await startUploadGateway(api), body);
    expect({ status: answered.status, calls: api.calls }).toEqual({ status: 400, calls: [] });
    expect(firstError(await answered.json())).toMatchObject({ extensions: { status: 400 } });
  });
});
