import { execute, Kind, parse } from 'graphql';
import type { ExecutionResult, GraphQLOutputType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { fragmentsOf, operationsOf } from '#gateway/graphql/definitions.ts';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { bytesOf } from '#gateway/transcode/bytes.ts';
import { shapeOf } from '#gateway/transcode/shape.ts';
import { transcode } from '#gateway/transcode/transcoder.ts';
import { placesIn, replaced, sampleAround, sampleOf, selectionOf } from './execution-samples.ts';
import { hostileBodies } from './hostile-json.ts';
import { schemaThatGives } from './given-fields.ts';
import { rootFields } from './root-fields.ts';

let give = (): unknown => undefined;

const schema = schemaThatGives(() => give());

/** One field by both ways: from bytes by the transcoder, and from their value by graphql-js. */
function bothWays(query: string, { name, type }: { readonly name: string; readonly type: GraphQLOutputType }) {
  const document = parse(query);
  const [operation] = operationsOf(document);
  const nodes = operation?.selectionSet.selections.filter((node) => node.kind === Kind.FIELD) ?? [];
  const shape = shapeOf({ type, nodes, fragments: Object.fromEntries(fragmentsOf(document)) });
  const written = (body: Buffer) => shape && transcode([{ key: bytesOf(`{"${name}":`), shape }], [body]);
  return {
    shape,
    transcoded: (body: Buffer) => written(body)?.toString(),
    written,
    executed(value: unknown): ExecutionResult {
      give = () => value;
      const result = execute({ schema, document });
      if (result instanceof Promise) throw new Error('Nothing here waits.');
      return result;
    },
  };
}

const others = [
  null,
  undefined,
  9_007_199_254_740_991,
  1e21,
  0.5,
  -1,
  true,
  '',
  '2026-02-30',
  {},
  [],
  [null],
  { id: 'x' },
];
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '');
const wholeOnes = rootFields
  .map(({ kind, field }) => ({ kind, field, query: `${kind} { ${field.name}${selectionOf(field.type)} }` }))
  .filter(({ query, field }) => query.includes('__typename') && bothWays(query, field).shape);

test('most fields with an object or a list are transcoded', () => {
  expect(wholeOnes.length).toBeGreaterThan(150);
});

describe.each(wholeOnes)('$kind $field.name', ({ query, field }) => {
  const ways = bothWays(query, field);
  const sample = sampleOf(field.type);

  test('a whole answer has the bytes that graphql-js gives', () => {
    expect(ways.transcoded(bytes(sample))).toBe(JSON.stringify(ways.executed(sample)));
  });

  test('whatever else stands anywhere in it is answered as graphql-js does, or left to it', () => {
    for (const { keys } of placesIn(field.type)) {
      const around = sampleAround(field.type, keys);
      for (const other of others)
        expectAlike(ways, bytes(replaced(around, keys, other)), `${JSON.stringify(other)} at ${keys.join('.')}`);
    }
  });

  test('so are bytes that no API sends', () => {
    for (const [name, body] of hostileBodies(sample, field.name)) expectAlike(ways, body, name);
  });
});

const list = loadSchema('.').getQueryType()?.getFields()['classes'];
const rowFields = 'id className studentCount status';
const row = { status: 0, studentCount: 3, className: '桜', id: 'a' };

function listOf(fields: string, before = '') {
  if (!list) throw new Error('There is no list of classes.');
  return bothWays(`{ classes { ${before} items { ${fields} } } }`, list);
}

// The first one just fits into the memory that there is, the second one does not.
test.each([2_000, 9_000])('a long answer of %d rows whose members come in another order is transcoded', (length) => {
  const items = Array.from({ length }, (_, at) => ({ ...row, id: String(at), className: '桜'.repeat(10) }));
  const ways = listOf(rowFields, 'totalCount');
  const page = { items, totalCount: length };
  expect(ways.transcoded(bytes(page))).toBe(JSON.stringify(ways.executed(page)));
});

test('an answer stays as it is while others are written, also after one that is left to the execution', () => {
  const ways = listOf(rowFields);
  const pages = Array.from({ length: 300 }, (_, at) => ({
    items: [{ ...row, id: `${at}`.repeat((at % 7) * 300 + 1) }],
  }));
  const answers = pages.map((page) => {
    ways.written(bytes({ items: [row, { ...row, studentCount: 'many' }] }));
    return ways.written(bytes(page));
  });
  for (const [at, page] of pages.entries()) expect(answers[at]?.toString()).toBe(JSON.stringify(ways.executed(page)));
});

test('rows whose members come in ever other orders are transcoded', () => {
  const { id, ...others } = row;
  const items = [
    row,
    { id, ...others },
    { other: [{}], ...others, id },
    { className: 'b', id, status: 1, studentCount: 0 },
    row,
  ];
  const ways = listOf(rowFields);
  expect(ways.transcoded(bytes({ items }))).toBe(JSON.stringify(ways.executed({ items })));
});

// Texts are read in words of four bytes, so each sign stands at every place of a word.
test.each([...'"\\\u0000\u001f !#[]\u007f~é桜😀'].map((sign) => [JSON.stringify(sign), sign] as const))(
  'a text with %s at any place is transcoded',
  (_, sign) => {
    const items = Array.from({ length: 12 }, (_each, at) => ({ ...row, className: `${'a'.repeat(at)}${sign}b` }));
    const ways = listOf(rowFields);
    expect(ways.transcoded(bytes({ items }))).toBe(JSON.stringify(ways.executed({ items })));
  },
);

test.each([...'\u0000\u0009\u001f'].map((sign) => [JSON.stringify(sign), sign] as const))(
  'a text with %s as it is, which is no JSON, is left to the execution',
  (_, sign) => {
    for (let at = 0; at < 12; at += 1) {
      const body = JSON.stringify({ items: [{ ...row, className: `${'a'.repeat(at)}?b` }] }).replace('?', sign);
      expect(listOf(rowFields).transcoded(Buffer.from(body)), String(at)).toBeUndefined();
    }
  },
);

test('thousands of different days are transcoded, also again, and one that is none is left to the execution', () => {
  const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);
  const items = Array.from({ length: 3_000 }, (_, at) => ({ ...row, startDate: day(at) }));
  const ways = listOf(`${rowFields} startDate`);
  for (let time = 0; time < 2; time += 1)
    expect(ways.transcoded(bytes({ items }))).toBe(JSON.stringify(ways.executed({ items })));
  for (const wrong of ['2026-02-30', '2026-01-0', '', '0001', '2026-01-01T00:00:00.000000000000000Z'])
    expect(ways.transcoded(bytes({ items: [...items, { ...row, startDate: wrong }] })), wrong).toBeUndefined();
});

test.each([
  ['a text that is not UTF-8', Buffer.from(JSON.stringify({ items: [{ ...row, className: 'ÿ' }] }), 'latin1')],
  ['something behind a zero byte', Buffer.from(`${JSON.stringify({ items: [row] })}\0,`)],
  ['more than a megabyte', bytes({ items: [{ ...row, className: 'a'.repeat(1_100_000) }] })],
])('%s is left to the execution', (_, body) => {
  expect(listOf(rowFields).transcoded(body)).toBeUndefined();
});

test.each([
  ['one value under two keys', 'id again: id'],
  ['a field with calls of its own', 'id students { totalCount }'],
  ['a condition', 'id @include(if: true)'],
])('a selection with %s is left to the execution', (_, fields) => {
  expect(listOf(fields).shape).toBeUndefined();
});

function expectAlike(ways: ReturnType<typeof bothWays>, body: Buffer, what: string): void {
  const text = ways.transcoded(body);
  if (text === undefined) return;
  // What is transcoded is JSON, and has no errors to report.
  const result = ways.executed(JSON.parse(body.toString()));
  expect(result.errors, what).toBeUndefined();
  expect(JSON.stringify(JSON.parse(text)), what).toBe(JSON.stringify(result));
}
