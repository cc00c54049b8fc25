import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { searchText } from '#api/ground/db/search-text.ts';
import type { Page } from '#schema/rest/paging.ts';
import type { TextBookDetail } from '#schema/rest/textbooks.ts';
import { makeClass, makeContent, makeLesson, makeMedia, makeTextBook } from '#tests/support/teaching.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, tokenOf } from './school.ts';

const world = keptApi();
let administrator: string;
let full: Awaited<ReturnType<typeof makeTextBook>>;

beforeAll(async () => {
  administrator = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
  full = await makeShelf();
});

/** A book with everything, a bare draft and a deleted one, all found by "shelf". */
async function makeShelf() {
  const { db } = world.services;
  const gone = { deletedAt: new Date() };
  const draft = { publishedAt: null };
  const named = (name: string, shortCode: string) => ({
    name,
    shortCode,
    searchText: searchText(name, shortCode, 'Shelf'),
  });
  const cover = await makeMedia(db, { kind: 'image', contentType: 'image/png', fileName: 'cover.png' });
  const book = await makeTextBook(db, {
    ...named('ライオン Lions', 'LION-1'),
    description: 'Shelf',
    thumbnailMediaId: cover.id,
    publishedAt: new Date('2026-04-01T00:00:00.000Z'),
  });
  await makeTextBook(db, { ...named('ant', 'zz100%'), ...draft });
  await makeTextBook(db, { ...named('Gone', 'GONE-1'), ...gone });
  const [first, second, removed] = await Promise.all([
    makeLesson(db, { textbookId: book.id, position: 0 }),
    makeLesson(db, { textbookId: book.id, position: 1, ...draft }),
    makeLesson(db, { textbookId: book.id, position: 2, ...gone }),
  ]);
  await makeContent(db, { lessonId: first.id, position: 0 });
  await makeContent(db, { lessonId: first.id, position: 1, ...draft });
  await makeContent(db, { lessonId: first.id, position: 2, ...gone });
  await makeContent(db, { lessonId: second.id, position: 0 });
  await makeContent(db, { lessonId: removed.id, position: 0 });
  await makeClass(db, { textbookId: book.id });
  await makeClass(db, { textbookId: book.id, ...gone });
  return book;
}

const request = (token: string, query: string) =>
  supertest(world.apiUrl).get(`/api/TextBook?${query}`).set('authorization', `Bearer ${token}`);

async function list(query: string): Promise<Page<TextBookDetail>> {
  const response = await request(administrator, query);
  expect(response.status).toBe(200);
  return response.body as Page<TextBookDetail>;
}

const shortCodes = ({ items }: Page<TextBookDetail>) => items.map((book) => book.shortCode);

describe('GET TextBook', () => {
  test('counts units, contents and classes, drafts included and deleted ones not', async () => {
    const [row] = (await list('SearchText=lion-1')).items;
    expect(row).toEqual({
      id: full.id,
      hashCode: full.hashCode,
      name: 'ライオン Lions',
      shortCode: 'LION-1',
      description: 'Shelf',
      externalId: null,
      thumbnail: {
        fileName: 'cover.png',
        url: expect.stringMatching(/^\/media\/[^/]+\/small\/cover\.png\?/) as string,
      },
      thumbnailId: full.thumbnailMediaId,
      urlLink: expect.stringMatching(new RegExp(`/student/unit-list\\?book=${full.hashCode}$`)) as string,
      printedCode: expect.stringMatching(/^[34679CDFGHJKMNPRTWXY]{6}$/) as string,
      qrCode: {
        svg: { fileName: expect.stringMatching(/^LION-1-\w{8}\.svg$/) as string, url: expect.any(String) as string },
        png: { fileName: expect.stringMatching(/^LION-1-\w{8}\.png$/) as string, url: expect.any(String) as string },
      },
      unitCount: 2,
      contentCount: 3,
      classCount: 1,
      publishedAt: '2026-04-01T00:00:00.000Z',
      createdAt: full.createdAt.toISOString(),
      updatedAt: full.updatedAt.toISOString(),
      updatedBy: null,
      version: 1,
    });
  });

  test('lists the published alone, or the drafts', async () => {
    const isPublished = async (words: string) =>
      (await list(`SearchText=shelf${words}`)).items.map((book) => book.publishedAt !== null);
    expect(await isPublished('&Published=true')).toEqual([true]);
    expect(await isPublished('&Published=false')).toEqual([false]);
    expect(await isPublished('')).toHaveLength(2);
  });

  test('lists by name unless sorted, without the deleted', async () => {
    expect(shortCodes(await list('SearchText=shelf'))).toEqual(['zz100%', 'LION-1']);
  });

  test.each(['unitCount', 'contentCount', 'classCount', 'createdAt'])('sorts by %s both ways', async (field) => {
    const ascending = shortCodes(await list(`SearchText=shelf&SortCriteria[0].field=${field}`));
    const descending = shortCodes(
      await list(`SearchText=shelf&SortCriteria[0].field=${field}&SortCriteria[0].direction=desc`),
    );
    expect(ascending).toHaveLength(2);
    expect(descending).toEqual([...ascending].reverse());
  });

  test('puts drafts last whichever way the day of publishing is sorted', async () => {
    for (const direction of ['asc', 'desc'])
      expect(
        shortCodes(
          await list(`SearchText=shelf&SortCriteria[0].field=publishedAt&SortCriteria[0].direction=${direction}`),
        ),
      ).toEqual(['LION-1', 'zz100%']);
  });

  test('finds kana of either kind, and % as itself', async () => {
    const found = async (words: string) => shortCodes(await list(`SearchText=${encodeURIComponent(words)}`));
    expect(await found('らいおん shelf')).toEqual(['LION-1']);
    expect(await found('ﾗｲｵﾝ')).toEqual(['LION-1']);
    expect(await found('100% shelf')).toEqual(['zz100%']);
    expect(await found('1%% shelf')).toEqual([]);
  });

  test('pages, and says how many there are in all', async () => {
    const second = await list('SearchText=shelf&PageSize=1&PageNumber=2');
    expect([second.totalCount, second.pageNumber, second.pageSize, shortCodes(second)]).toEqual([2, 2, 1, ['LION-1']]);
    expect((await list('SearchText=shelf&PageNumber=9')).items).toEqual([]);
  });

  test('is for administrators: 403 for a teacher and a school owner, 401 for nobody', async () => {
    for (const role of ['Teacher', 'SchoolOwner'] as const)
      expect((await request(await tokenOf(world, await addStaff(world, { role })), '')).status).toBe(403);
    expect((await request('', '')).status).toBe(401);
    expect((await request(await tokenOf(world, await addStaff(world, { role: 'SuperAdmin' })), '')).status).toBe(200);
  });

  test.each(['PageSize=0', 'PageSize=101', 'PageNumber=x', 'SortCriteria[0].field=search_text', 'SearchText=%00'])(
    'refuses %s with 400',
    async (query) => {
      expect((await request(administrator, query)).status).toBe(400);
    },
  );
});
