import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { restoreFromTrash, trash } from '#schema/rest/trash.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { aClass, aProfile, makePlace, type Place } from './samples/place.ts';
import { addStaff, type Member, problemOf, send, tokenOf } from './school.ts';
import { openTrash } from './trash-can.ts';

const world = keptApi();
let place: Place;
let can: ReturnType<typeof openTrash>;

beforeAll(async () => {
  place = await makePlace(world);
  can = openTrash(place);
});

const idsOf = async (member: Member, query?: Readonly<Record<string, unknown>>) =>
  (await can.list(member, query)).map(({ id }) => id);

describe('the trash', () => {
  test('says what it is, whose part it was, who deleted it, when, and for how long it stays', async () => {
    const { lesson, book } = await can.aBook();
    await can.remove('lessons', lesson.id);
    const { id, firstName, lastName } = place.own.Administrator;
    expect((await can.list(place.own.Administrator, { Kind: 'lessons' }))[0]).toMatchObject({
      kind: 'lessons',
      id: lesson.id,
      name: lesson.name,
      parent: { kind: 'textbooks', id: book.id, name: book.name },
      parentDeleted: false,
      deletedBy: { id, firstName, lastName },
      daysLeft: 30,
    });
    await can.remove('textbooks', book.id);
    const [row] = await can.list(place.own.Administrator, { Kind: ['lessons'], SearchText: 'hello' });
    expect(row?.parentDeleted).toBe(true);
  });

  test('is searched by name without regard to kana and width, and % as itself', async () => {
    const { id } = await aClass(place, { className: 'ヒマワリ５０％' });
    await can.remove('classes', id);
    expect(await idsOf(place.own.Administrator, { SearchText: 'ひまわり 50%' })).toEqual([id]);
    expect(await idsOf(place.own.Administrator, { SearchText: 'ひ%50' })).toEqual([]);
  });

  test('pages the newest first, every kind together', async () => {
    const gone = [
      await can.remove('classes', (await aClass(place)).id),
      await can.remove('profiles', (await aProfile(place)).id),
    ];
    const query = { PageSize: 1 };
    const pages = await Promise.all(
      [1, 2].map((PageNumber) => can.list(place.own.Administrator, { ...query, PageNumber })),
    );
    expect(pages.flat().map(({ id }) => id)).toEqual([...gone].reverse());
  });

  test('shows each role what it could have deleted, and no other school’s', async () => {
    const { own, other } = place;
    const classOfOwn = await aClass(place);
    const { id: profileId } = await aProfile(place, classOfOwn.id);
    const post = await can.aPost();
    const invited = await addStaff(world, { role: 'Teacher', invitedById: own.SchoolOwner.id });
    const above = await addStaff(world, { role: 'Administrator', invitedById: own.SchoolOwner.id });
    const { content } = await can.aBook();
    const gone: Record<string, string> = {
      users: await can.remove('users', invited.id),
      above: await can.remove('users', above.id),
      classes: await can.remove('classes', (await aClass(place)).id),
      profiles: await can.remove('profiles', profileId),
      community_posts: await can.remove('community_posts', post.id),
      contents: await can.remove('contents', content.id),
    };
    const seenBy = async (member: Member) => {
      const ids = await idsOf(member);
      return Object.keys(gone).filter((kind) => ids.includes(gone[kind] ?? ''));
    };
    expect(await seenBy(own.Administrator)).toEqual(Object.keys(gone));
    expect(await seenBy(own.SchoolOwner)).toEqual(['users', 'classes', 'profiles']);
    expect(await seenBy(own.Teacher)).toEqual(['classes', 'profiles', 'community_posts']);
    expect(await seenBy(other.SchoolOwner)).toEqual([]);
    expect(await seenBy(other.Teacher)).toEqual([]);
    for (const kind of ['users', 'classes', 'profiles', 'community_posts', 'contents'])
      expect((await can.restore(other.Teacher, kind, gone[kind] ?? '')).status).toBe(404);
    expect((await can.restore(own.SchoolOwner, 'users', gone.above ?? '')).status).toBe(404);
    expect((await can.restore(own.Teacher, 'users', gone.users ?? '')).status).toBe(404);
    expect((await can.restore(own.SchoolOwner, 'users', gone.users ?? '')).status).toBe(204);
  });
});

test('the trash and what is in it need a member of staff', async () => {
  const params = { kind: 'classes', id: newId() };
  await problemOf(send(world, restoreFromTrash, { params }), 401);
  await problemOf(send(world, restoreFromTrash, { params, token: (await aProfile(place)).token }), 403);
  await problemOf(send(world, trash), 401);
  const token = await tokenOf(world, place.own.Teacher);
  await problemOf(send(world, trash, { token, query: { Kind: 'everything' } }), 400);
});
