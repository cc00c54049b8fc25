import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { pushAndListenItems as pushAndListenRows } from '#api/ground/db/schema.ts';
import { deleteContent } from '#schema/rest/contents.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import {
  createPushAndListenItem,
  deletePushAndListenItem,
  pushAndListenItems,
  updatePushAndListenItem,
  updatePushAndListenItemsOrder,
} from '#schema/rest/push-and-listen.ts';
import { studentPushAndListen } from '#schema/rest/students.ts';
import { answerOf, problemOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeWriter, type Writer } from './book-writer.ts';
import { send } from './school.ts';

const world = keptApi();
let writer: Writer;
let lessonId: string;
let contentId: string;

beforeAll(async () => {
  writer = await makeWriter(world);
  lessonId = (await writer.lesson((await writer.book()).id)).id;
  contentId = (await aPage()).id;
});

const aPage = () => writer.content(lessonId, { type: ContentType.PUSH_AND_LISTEN });
const list = (ContentId: string) => writer.call(pushAndListenItems, { query: { ContentId } });
const remove = (id: string) => writer.call(deletePushAndListenItem, { params: { id } });
const put = (id: string, body: object) =>
  writer.call(updatePushAndListenItem, { params: { id }, body: { ...writer.values.item(), ...body } });
const refused = async (over: object) => {
  const body = { ...writer.values.item(), contentId, ...over };
  return (await problemOf(writer.call(createPushAndListenItem, { body }), 400)).errors;
};

describe('an item', () => {
  test('comes back as it was written, with the way to its sound', async () => {
    const { id } = await aPage();
    const spot = { x: 0, y: 62.5, width: 100, height: 37.5 };
    const made = await writer.item(id, { name: ' りんご ', fileName: 'apple 🍎.wav', spot });
    expect(made).toMatchObject({
      contentId: id,
      name: 'りんご',
      fileName: 'apple 🍎.wav',
      audioId: writer.sound.id,
      spot,
      order: 1,
      version: 1,
    });
    expect(made.audioUrl).toMatch(new RegExp(`^/media/${writer.sound.id}/`));
    expect(await answerOf(pushAndListenItems, list(id))).toEqual([made]);
  });

  test('has a sound that plays', async () => {
    // The oldest are the demo school's.
    const [demo] = await world.services.db
      .select({ contentId: pushAndListenRows.contentId })
      .from(pushAndListenRows)
      .orderBy(pushAndListenRows.id);
    const [item] = await answerOf(pushAndListenItems, list(demo?.contentId ?? ''));
    const played = await supertest(world.apiUrl).get(`/api${item?.audioUrl}`).expect(200);
    expect(played.headers['content-type']).toMatch(/^audio\//);
  });

  test('is called like its upload unless it has a name, and may be for the list alone', async () => {
    expect(await writer.item((await aPage()).id)).toMatchObject({ fileName: 'apple.wav', spot: null });
  });

  test('is refused field by field', async () => {
    expect(await refused({ name: '', audioId: '' })).toEqual({
      name: ['messages.itemNameRequire'],
      audioId: ['messages.audioRequire'],
    });
    for (const audioId of [newId(), writer.picture.id])
      expect(await refused({ audioId })).toEqual({ audioId: ['messages.soundNotAvailable'] });
    for (const fileName of [' ', '..', '../a.wav', 'a\\b.wav', 'a\nb'])
      expect(await refused({ fileName })).toEqual({ fileName: ['messages.invalidFileName'] });
    const other = await writer.content(lessonId);
    for (const id of [other.id, newId()])
      expect(await refused({ contentId: id })).toEqual({ contentId: ['messages.contentNotPushAndListen'] });
  });

  test.each([
    { x: 90, y: 0, width: 20, height: 10 },
    { x: 0, y: 0, width: 10, height: 100.1 },
    { x: -1, y: 0, width: 10, height: 10 },
    { x: 0, y: 0, width: 0, height: 10 },
    { x: 0, y: 0, width: 10 },
    { x: '0', y: 0, width: 10, height: 10 },
  ])('has its spot inside the page, which %o is not', async (spot) => {
    const [field = ''] = Object.keys((await refused({ spot })) ?? {});
    expect(field.split('.')[0]).toBe('spot');
  });

  test('is changed from the version that was read alone, and deleted once', async () => {
    const { id } = await writer.item(contentId);
    expect(await answerOf(updatePushAndListenItem, put(id, { name: 'pear', version: 1 }))).toMatchObject({
      name: 'pear',
      version: 2,
    });
    expect((await problemOf(put(id, { version: 1 }), 409)).messageValues?.name).toBe('Mio Hara');
    await remove(id).expect(204);
    for (const sent of [remove(id), put(id, { version: 3 })]) await problemOf(sent, 404);
  });

  test('is gone with its content, for staff and students', async () => {
    const { id } = await aPage();
    const item = await writer.item(id);
    const seen = () => send(world, studentPushAndListen, { params: { id } });
    expect((await answerOf(studentPushAndListen, seen())).map(({ name }) => name)).toEqual(['apple']);
    await writer.call(deleteContent, { params: { id } }).expect(204);
    for (const sent of [seen(), list(id), remove(item.id), put(item.id, { version: 1 })]) await problemOf(sent, 404);
  });
});

describe('the order of items', () => {
  const order = (body: object) => writer.call(updatePushAndListenItemsOrder, { body });

  test('is what was sent, for students too; twenty at once leave one', async () => {
    const { id } = await aPage();
    const ids = [];
    for (const name of ['a', 'b', 'c']) ids.push((await writer.item(id, { name })).id);
    const itemIds = [...ids].reverse();
    const answers = await Promise.all(Array.from({ length: 20 }, () => order({ contentId: id, itemIds, version: 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
    expect((await answerOf(pushAndListenItems, list(id))).map((row) => row.order)).toEqual([1, 2, 3]);
    const seen = await answerOf(studentPushAndListen, send(world, studentPushAndListen, { params: { id } }));
    expect(seen.map(({ name }) => name)).toEqual(['c', 'b', 'a']);
    const incomplete = await problemOf(order({ contentId: id, itemIds: itemIds.slice(1), version: 2 }), 400);
    expect(incomplete.errors).toEqual({ itemIds: ['messages.orderIncomplete'] });
    await problemOf(order({ contentId: newId(), itemIds, version: 2 }), 404);
  });
});
