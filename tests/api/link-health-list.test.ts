import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { checkAgain } from '#api/domains/link-health/check-again.ts';
import { newId } from '#api/ground/db/ids.ts';
import type { Storage } from '#api/ground/storage/storage.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { type BrokenLink, brokenLinks, checkBrokenLink } from '#schema/rest/link-health.ts';
import { makeMedia } from '#tests/support/teaching.ts';
import { aVideo, ownLinks, type ServiceAnswer, startService, status, well } from './link-nights.ts';
import { addStaff, problemOf, send, tokenOf } from './school.ts';

const { world, db, token, night, twoNights, listed, look, aBook, aFile } = ownLinks();

describe('the list', () => {
  test('is for those who write textbooks, and chosen by textbook and kind', async () => {
    const books = [await aBook(), await aBook()] as const;
    for (const { content } of books) await content({ pageImageMediaId: (await makeMedia(db(), { kind: 'image' })).id });
    const { content } = books[1];
    await content({ type: ContentType.RECORD, audioMediaId: (await makeMedia(db())).id });
    await night();
    const ids = (rows: readonly BrokenLink[]) => rows.map(({ textBook }) => textBook.id);
    const [first, second] = [books[0].book.id, books[1].book.id];
    expect(ids(await listed())).toEqual([first, second, second]);
    expect(ids(await listed(undefined, { TextBookId: first }))).toEqual([first]);
    expect(ids(await listed(undefined, { Kinds: ['sound'] }))).toEqual([second]);
    const latest = { SortCriteria: [{ field: 'place', direction: 'desc' }], PageSize: 1 };
    expect(ids(await listed(undefined, latest))).toEqual([second]);
    for (const role of ['Teacher', 'SchoolOwner'] as const) {
      const other = await tokenOf(world, await addStaff(world, { role }));
      await send(world, brokenLinks, { token: other }).expect(403);
      await send(world, checkBrokenLink, { token: other, params: { id: newId() } }).expect(403);
    }
    await send(world, brokenLinks).expect(401);
    const { errors } = await problemOf(
      send(world, brokenLinks, { token: token(), query: { TextBookId: 'book' } }),
      400,
    );
    expect(Object.keys(errors ?? {})).toEqual(['TextBookId']);
  });

  test('is read by cursor to its end', async () => {
    const { content } = await aBook();
    for (let at = 0; at < 5; at += 1) await content({ pageImageMediaId: (await makeMedia(db())).id });
    await night();
    const seen: string[] = [];
    for (let After: string | null = ''; After !== null;) {
      const answer = await send(world, brokenLinks, { token: token(), query: { After, PageSize: 2 } }).expect(200);
      const page = brokenLinks.response.parse(answer.body);
      seen.push(...page.items.map(({ id }) => id));
      After = page.hasNextPage ? (page.endCursor ?? null) : null;
    }
    expect(seen).toEqual((await listed()).map(({ id }) => id));
  });

  test('has a link looked at again: well, broken still, not to be asked, and no such link', async () => {
    const { content } = await aBook();
    await content(aVideo());
    const answers: ServiceAnswer[] = [status(404), status(404), status(500), status(403), well];
    const { calls, linkHealth } = await startService((call, response, number) =>
      answers[number - 1]?.(call, response, number),
    );
    await twoNights({ linkHealth });
    const [{ id } = { id: '' }] = await listed(linkHealth);
    expect(await look(id)).toMatchObject({ outcome: 'unknown', link: { id, problem: 'gone' } });
    const { outcome, link } = await look(id);
    expect([outcome, link?.problem]).toEqual(['broken', 'refused']);
    expect(Date.now() - Date.parse(link?.checkedAt ?? '')).toBeLessThan(60_000);
    expect(await look(id)).toEqual({ outcome: 'well', link: null });
    expect(await listed(linkHealth)).toEqual([]);
    await send(world, checkBrokenLink, { token: token(), params: { id } }).expect(404);
    expect(calls).toHaveLength(5);
  });

  test('has a file looked at again', async () => {
    const { content } = await aBook();
    const file = await aFile('again');
    await world.services.storage.remove(file.storageKey);
    await content({ pageImageMediaId: file.id });
    await night();
    const [{ id } = { id: '' }] = await listed();
    expect(await look(id)).toMatchObject({ outcome: 'broken' });
    await world.services.storage.put(file.storageKey, Readable.from(['again']));
    expect(await look(id)).toEqual({ outcome: 'well', link: null });
  });

  test.each<[string, Partial<Storage>]>([
    ['does not answer', { size: () => new Promise(() => undefined) }],
    ['stops in the middle of a file', { open: async () => new Readable({ read: () => undefined }) }],
  ])('says in time that it does not know, where the media store %s', async (_, hangs) => {
    const { content } = await aBook();
    const file = await aFile('slow');
    await world.services.storage.remove(file.storageKey);
    await content({ pageImageMediaId: file.id });
    await night();
    const [{ id } = { id: '' }] = await listed();
    await world.services.storage.put(file.storageKey, Readable.from(['slow']));
    const storage = { ...world.services.storage, ...hangs };
    expect(await checkAgain({ ...world.services, storage }, id, 50)).toMatchObject({
      outcome: 'unknown',
      link: { id, problem: 'missing' },
    });
  });
});

describe('through GraphQL', () => {
  const ask = async (query: string, variables: object, as: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${as}` };
    const response = await fetch(`${world.url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as { data?: Record<string, unknown>; errors?: { extensions: { code: string } }[] };
  };
  const list = `query ($id: ID) { brokenLinks(filter: { textBookId: $id, kinds: [PICTURE] }) { totalCount items {
    id kind problem textBook { name } unit { number } content { name pageNumber } fileName link since changedBy { lastName } } } }`;
  const again = `mutation ($id: ID!) { checkBrokenLink(id: $id) { outcome link { problem } } }`;

  test('administrators list and look again; others are refused, and a wrong id too', async () => {
    const { book, content } = await aBook();
    const page = await content({ pageImageMediaId: (await makeMedia(db(), { kind: 'image' })).id });
    await night();
    const { data } = await ask(list, { id: book.id }, token());
    const [{ id }] = (data?.['brokenLinks'] as { items: [{ id: string }] }).items;
    expect(data).toMatchObject({
      brokenLinks: {
        totalCount: 1,
        items: [
          {
            ...{ kind: 'PICTURE', problem: 'MISSING', textBook: { name: book.name }, unit: { number: 1 }, link: null },
            content: { name: page.name, pageNumber: page.pageNumber },
          },
        ],
      },
    });
    const looked = { checkBrokenLink: { outcome: 'BROKEN', link: { problem: 'MISSING' } } };
    expect((await ask(again, { id }, token())).data).toEqual(looked);
    const codeOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).errors?.[0]?.extensions.code;
    const teacher = await tokenOf(world, await addStaff(world, { role: 'Teacher' }));
    expect(await codeOf(list, { id: book.id }, teacher)).toBe('FORBIDDEN');
    expect(await codeOf(again, { id }, teacher)).toBe('FORBIDDEN');
    expect(await codeOf(again, { id: newId() }, token())).toBe('NOT_FOUND');
    expect(await codeOf(list, { id: 'book' }, token())).toBe('BAD_USER_INPUT');
  });
});
