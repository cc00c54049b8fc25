import { describe, expect, test } from 'vitest';
import request from 'supertest';
import { persistedOperations } from '#gateway/manifest.generated.ts';
import { problem, startStandIn } from './stand-in.ts';
import type { StandIn } from './stand-in.ts';
import { firstError, startGateway } from './start-gateway.ts';

const hash = persistedOperations.find(({ name }) => name === 'ClassPage')?.hash;
const body = { variables: { hashCode: 'abc' }, extensions: { persistedQuery: { version: 1, sha256Hash: hash } } };

const id = '01900000-0000-7000-8000-000000000001';
const book = { thumbnail: { fileName: 'a.webp', url: '/media/a' }, name: 'Hello 桜', hashCode: 'b', id };
const room = { completed: false, className: '1年1組', id, classHashCode: 'abc', status: 0, textBook: book };
const unit = { title: 'Unit 1', number: 1, id, hashCode: 'u', name: 'At "the" zoo', contentCount: 12, phonics: null };

interface Answers {
  readonly studentClass?: string;
  readonly classUnits?: string;
}

/** A gateway whose /api answers these texts, with another blank behind them each time where they are to be new. */
async function standing({ studentClass = JSON.stringify(room), classUnits = JSON.stringify([unit]) }: Answers) {
  const api = await startStandIn(({ path }, response, number) => {
    if (studentClass === '' && path.includes('class-detail')) return problem(response, 404);
    const text = path.includes('class-detail') ? studentClass : classUnits;
    const isNew = number <= 4;
    response.writeHead(200, { 'content-type': 'application/json' }).end(isNew ? `${text}${' '.repeat(number)}` : text);
    return undefined;
  });
  const gateway = await startGateway(api, {});
  const ask = () => request(gateway.url).post('/graphql').send(body);
  return { api, ask };
}

/** A gateway whose /api has the same class each time, and one of two units in turn. */
async function alternating() {
  let asked = 0;
  const api = await startStandIn(({ path }, response) => {
    const isClass = path.includes('class-detail');
    if (!isClass) asked += 1;
    const units = [{ ...unit, title: asked % 2 === 1 ? 'Unit 1' : 'Unit 2' }];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(isClass ? room : units));
  });
  const gateway = await startGateway(api, {});
  return { ask: () => request(gateway.url).post('/graphql').send(body) };
}

/** The same question often enough that the first answers have new bytes and the last ones the same. */
async function asked(answers: Answers) {
  const { api, ask } = await standing(answers);
  const all = [];
  for (let time = 0; time < 6; time += 1) all.push(await ask());
  return { api, all };
}

const callsOf = ({ calls }: StandIn) => calls.map(({ path }) => path.replace(/\?.*/, ''));

describe('an operation of the web app whose bytes from /api are new', () => {
  test('is answered in the same words as when they come again', async () => {
    const { api, all } = await asked({});
    for (const { text, status } of all) {
      expect(status).toBe(200);
      expect(text).toBe(all[5]?.text);
    }
    expect(all[0]?.body).toEqual({
      data: {
        studentClass: {
          id,
          classHashCode: 'abc',
          className: '1年1組',
          completed: false,
          textBook: {
            id,
            hashCode: 'b',
            name: 'Hello 桜',
            thumbnail: { url: '/media/a', __typename: 'FileLink' },
            __typename: 'StudentTextBook',
          },
          __typename: 'StudentClass',
        },
        classUnits: [
          {
            id,
            hashCode: 'u',
            number: 1,
            title: 'Unit 1',
            name: 'At "the" zoo',
            contentCount: 12,
            __typename: 'StudentUnit',
          },
        ],
      },
    });
    expect(callsOf(api)).toHaveLength(12);
  });

  test('keeps the bytes of a text that JSON can write in two ways', async () => {
    const { all } = await asked({ classUnits: JSON.stringify([unit]).replace('Unit 1', 'Unit\\/1') });
    for (const { text } of all) expect(text).toContain('Unit\\/1');
  });

  test('is answered by all of its bytes, of which some come again beside others', async () => {
    const { ask } = await alternating();
    const titles = [];
    for (let time = 0; time < 8; time += 1) {
      const { body: its } = (await ask()) as { body: { data: { classUnits: { title: string }[] } } };
      titles.push(its.data.classUnits[0]?.title);
    }
    expect(titles).toEqual(['Unit 1', 'Unit 2', 'Unit 1', 'Unit 2', 'Unit 1', 'Unit 2', 'Unit 1', 'Unit 2']);
  });

  test.each([
    ['a missing value', JSON.stringify([{ ...unit, number: undefined }])],
    ['a null', JSON.stringify([{ ...unit, hashCode: null }])],
    ['a wrong value', JSON.stringify([{ ...unit, number: 'one' }])],
    ['no unit', JSON.stringify([null])],
    ['an object for a list', JSON.stringify(unit)],
    ['half an answer', JSON.stringify([unit]).slice(0, -9)],
    ['a page of a proxy', '<html></html>'],
    ['nothing', ''],
  ])('reports an error for %s, without a second call', async (_, classUnits) => {
    const { api, all } = await asked({ classUnits });
    const errors = all.map(({ body: its, status }) => ({ status, ...(firstError(its) as object) }));
    const withoutId = errors.map((error) => JSON.stringify(error).replace(/"requestId":"[^"]*"/, ''));
    expect(new Set(withoutId).size).toBe(1);
    expect(errors[0]).toHaveProperty('extensions.code');
    expect(callsOf(api)).toHaveLength(12);
  });

  test('reports a refusal of /api, without a second call', async () => {
    const { api, all } = await asked({ studentClass: '' });
    expect(firstError(all[0]?.body)).toMatchObject({ path: ['studentClass'], extensions: { code: 'NOT_FOUND' } });
    expect(callsOf(api).sort()).toEqual([
      ...Array.from({ length: 6 }, () => '/api/Class/units'),
      ...Array.from({ length: 6 }, () => '/api/Student/class-detail'),
    ]);
  });
});
