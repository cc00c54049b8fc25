import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { communityPosts, profiles } from '#api/ground/db/schema.ts';
import { trash, type TrashKind } from '#schema/rest/trash.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { aClass, aProfile, makePlace, type Place } from './samples/place.ts';
import { addStaff, send, tokenOf } from './school.ts';
import { openTrash } from './trash-can.ts';
import { makeTextBook } from '#tests/support/teaching.ts';

const world = keptApi();
let place: Place;
let gone: Record<string, string>;

beforeAll(async () => {
  place = await makePlace(world);
  const can = openTrash(place);
  const named = async (kind: TrashKind, id: string) => can.remove(kind, id);
  const somebody = (firstName: string, lastName: string, email?: string) =>
    addStaff(world, { role: 'Teacher', firstName, lastName, ...(email && { email }) });
  const untitled = await can.aPost();
  await world.services.db.update(communityPosts).set({ title: '' }).where(eq(communityPosts.id, untitled.id));
  const child = await aProfile(place);
  const names = { name: '中山 未来', reading: 'ナカヤマ ミク' };
  await world.services.db.update(profiles).set(names).where(eq(profiles.id, child.id));
  gone = {
    latin: await named('users', (await somebody('Aya', 'TANAKA')).id),
    kanji: await named('users', (await somebody('花子', '田中', 'fukuoka@school.example')).id),
    wide: await named('users', (await somebody('Ｋｅｎ', 'ｻﾄｳ')).id),
    signs: await named('classes', (await aClass(place, { className: '50%_a\\b組' })).id),
    plain: await named('classes', (await aClass(place, { className: '500 axb組' })).id),
    // A short code of its own: a random one may hold the figures that are searched for.
    book: await named('textbooks', (await makeTextBook(world.services.db, { name: 'Sea book', shortCode: 'SEA' })).id),
    titled: await named('community_posts', (await can.aPost()).id),
    untitled: await named('community_posts', untitled.id),
    child: await named('profiles', (await aProfile(place)).id),
    named: await named('profiles', child.id),
  };
  await somebody('Ken', 'Tanaka');
});

async function found(SearchText: string, more: Readonly<Record<string, unknown>> = {}) {
  const token = await tokenOf(world, place.own.Administrator);
  const page = await answerOf(trash, send(world, trash, { token, query: { SearchText, PageSize: 100, ...more } }));
  const names = Object.keys(gone).filter((name) => page.items.some(({ id }) => id === gone[name]));
  expect(page.items).toHaveLength(names.length);
  return { names, totalCount: page.totalCount };
}

describe('a search of the trash', () => {
  test.each([
    ['tanaka', ['latin']],
    ['AYA tana', ['latin']],
    ['ta', ['latin']],
    ['ｔ', ['latin']],
    ['田中', ['kanji']],
    ['花', ['kanji']],
    ['田中 花子', ['kanji']],
    ['田中花子', ['kanji']],
    ['tanakaaya', ['latin']],
    ['中山未来', ['named']],
    ['なかやま みく', ['named']],
    ['ken', ['wide']],
    ['サトウ', ['wide']],
    ['さと', ['wide']],
    ['サ', ['wide']],
    ['組', ['signs', 'plain']],
    ['50', ['signs', 'plain']],
    ['50%', ['signs']],
    ['%', ['signs']],
    ['_', ['signs']],
    ['a\\b', ['signs']],
    ['a_b', []],
    ['5%a', []],
    ['book', ['book']],
    ['ネコ', ['titled']],
    ['ヒナタ', ['untitled', 'child']],
    ['fukuoka', []],
    ['田 太', []],
    ['nobodyatall', []],
  ])('for %s finds what is called so, and counts it', async (words, names) => {
    expect(await found(words)).toEqual({ names, totalCount: names.length });
  });

  test('keeps to the kinds asked for and counts what other pages hold', async () => {
    expect(await found('組', { Kind: ['users', 'profiles'] })).toEqual({ names: [], totalCount: 0 });
    expect(await found('組', { Kind: ['classes'], PageSize: 1 })).toEqual({ names: ['plain'], totalCount: 2 });
    expect(await found('組', { PageSize: 1, PageNumber: 2 })).toEqual({ names: ['signs'], totalCount: 2 });
  });
});
