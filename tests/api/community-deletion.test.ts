import { eq } from 'drizzle-orm';
import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { auditLog, communityPosts } from '#api/ground/db/schema.ts';
import { communityPosts as wall, deleteCommunityPost } from '#schema/rest/community.ts';
import { answerOf } from '#tests/support/answers.ts';
import { makePost } from '#tests/support/teaching.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { aClass, aProfile, makePlace, type Place, tokenFor } from './samples/place.ts';
import { problemOf, send } from './school.ts';

const world = keptApi();
let place: Place;

beforeAll(async () => {
  place = await makePlace(world);
});

async function aPost(over: Parameters<typeof aClass>[1] = {}) {
  const one = await aClass(place, over);
  const [maker, friend] = [await aProfile(place, one.id), await aProfile(place, one.id)];
  const post = await makePost(world.services.db, { classId: one.id, profileId: maker.id, title: 'わたしのねこ' });
  return { ...post, classHashCode: one.classHashCode, maker, friend };
}

const remove = (token: string | undefined, fields: Record<string, string>) =>
  send(world, deleteCommunityPost, { token, fields });
const stored = async (id: string) => {
  const [row] = await world.services.db.select().from(communityPosts).where(eq(communityPosts.id, id));
  return row;
};

describe('a child', () => {
  test('deletes a post of their own: it leaves the wall and its picture no longer opens', async () => {
    const { id, maker, classHashCode } = await aPost();
    const seen = () =>
      answerOf(wall, send(world, wall, { query: { ClassHashCode: classHashCode }, token: maker.token }));
    const [before] = await seen();
    await remove(maker.token, { Id: id, StudentId: maker.id }).expect(204);
    expect(await seen()).toEqual([]);
    await supertest(world.apiUrl).get(`/api${before?.image?.url}`).expect(404);
    expect(await stored(id)).toMatchObject({ deletedById: null, version: 2 });
    await problemOf(remove(maker.token, { Id: id, StudentId: maker.id }), 404);
  });

  test('deletes it as a URL-encoded form and as JSON too, and from a class that has ended', async () => {
    for (const type of ['form', 'json']) {
      const { id, maker } = await aPost({ status: 1 });
      await supertest(world.apiUrl)
        .delete('/api/Community')
        .set('authorization', `Bearer ${maker.token}`)
        .type(type)
        .send({ Id: id, StudentId: maker.id })
        .expect(204);
      expect((await stored(id))?.deletedAt).toBeInstanceOf(Date);
    }
  });

  test('cannot delete another child’s post, nor in another child’s name', async () => {
    const { id, maker, friend } = await aPost();
    const another = await problemOf(remove(friend.token, { Id: id, StudentId: friend.id }), 404);
    const never = await problemOf(remove(friend.token, { Id: newId(), StudentId: friend.id }), 404);
    expect({ ...another, traceId: '' }).toEqual({ ...never, traceId: '' });
    await problemOf(remove(friend.token, { Id: id, StudentId: maker.id }), 403);
    expect((await stored(id))?.deletedAt).toBeNull();
  });

  test('says which post, and who it is', async () => {
    const { id, maker } = await aPost();
    expect((await problemOf(remove(maker.token, { Id: id }), 400)).errors).toHaveProperty('StudentId');
    expect((await problemOf(remove(maker.token, { StudentId: maker.id }), 400)).errors).toHaveProperty('Id');
    expect((await problemOf(remove(maker.token, { Id: 'x', StudentId: 'y' }), 400)).errors).toMatchObject({
      Id: ['messages.invalidValue'],
      StudentId: ['messages.invalidValue'],
    });
  });
});

describe('staff', () => {
  test('delete any post of a class they see, into the trash and with a line in the log', async () => {
    const { id, classId, maker } = await aPost();
    await remove(await tokenFor(place, 'Teacher'), { Id: id }).expect(204);
    expect(await stored(id)).toMatchObject({ deletedById: place.own.Teacher.id, version: 2 });
    const written = await world.services.db.select().from(auditLog).where(eq(auditLog.entityId, id));
    expect(written).toMatchObject([
      {
        action: 'delete',
        entity: 'community_posts',
        actorId: place.own.Teacher.id,
        before: { classId, profileId: maker.id, kind: 'image', state: 'approved', title: 'わたしのねこ' },
      },
    ]);
    await problemOf(remove(await tokenFor(place, 'Administrator'), { Id: id }), 404);
  });

  test('of another school find no such post, and school owners may not delete', async () => {
    const { id } = await aPost();
    await problemOf(remove(await tokenFor(place, 'Teacher', 'other'), { Id: id }), 404);
    await problemOf(remove(await tokenFor(place, 'SchoolOwner'), { Id: id }), 403);
    expect((await stored(id))?.deletedAt).toBeNull();
  });

  test('who delete one post at the same moment delete it once', async () => {
    const { id } = await aPost();
    const token = await tokenFor(place, 'Teacher');
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove(token, { Id: id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 7 }, () => 404)]);
    expect(await world.services.db.select().from(auditLog).where(eq(auditLog.entityId, id))).toHaveLength(1);
  });
});
