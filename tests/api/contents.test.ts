import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { contents as contentRows } from '#api/ground/db/schema.ts';
import {
  contentById,
  contents,
  createContent,
  deleteContent,
  updateContent,
  updateContentsOrder,
} from '#schema/rest/contents.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { deleteLesson, lessonById } from '#schema/rest/lessons.ts';
import { studentContentByCode } from '#schema/rest/students.ts';
import { contentRules } from '#schema/rules/contents.ts';
import { answerOf, problemOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeWriter, type Writer } from './book-writer.ts';
import { send } from './school.ts';

const { NONE, READ, MUSIC, VIDEO, GAME, PUSH_AND_LISTEN, RECORD } = ContentType;
const film = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ';

const world = keptApi();
let writer: Writer;
let lessonId: string;

beforeAll(async () => {
  writer = await makeWriter(world);
  lessonId = (await writer.lesson((await writer.book()).id)).id;
});

const get = (id: string) => writer.call(contentById, { params: { id } });
const remove = (id: string) => writer.call(deleteContent, { params: { id } });
const put = (id: string, body: object) =>
  writer.call(updateContent, { params: { id }, body: { ...writer.values.content(), ...body } });
const create = (over: object) =>
  writer.call(createContent, { body: { ...writer.values.content(), lessonId, ...over } });
const refused = async (over: object) => (await problemOf(create(over), 400)).errors;

async function unitOfThree() {
  const { id, textBookId } = await writer.lesson((await writer.book()).id);
  const made = [];
  for (const name of ['one', 'two', 'three']) made.push((await writer.content(id, { name })).id);
  return { id, textBookId, ids: made };
}

describe('a content', () => {
  test('comes back as it was written, with what its screen shows', async () => {
    const made = await writer.content(lessonId, {
      type: RECORD,
      pageNumber: 9999,
      name: ' うた "1" ',
      description: '<i>sing</i>',
      audioId: writer.sound.id,
    });
    expect(made).toMatchObject({
      lessonId,
      unit: { id: lessonId, number: 1 },
      type: RECORD,
      pageNumber: 9999,
      name: 'うた "1"',
      description: '<i>sing</i>',
      pageImageId: writer.picture.id,
      pageImage: { fileName: 'page.png', width: 620 },
      audioId: writer.sound.id,
      audio: { fileName: 'apple.wav' },
      youtubeLink: null,
      itemCount: 0,
      version: 1,
    });
    expect(made.urlLink).toMatch(new RegExp(`/student/content/${made.hashCode}$`));
    expect(await answerOf(contentById, get(made.id))).toEqual(made);
  });

  test('needs its page number and its name', async () => {
    expect(await refused({ pageNumber: undefined, name: ' ' })).toMatchObject({
      pageNumber: ['messages.pageNumberRequire'],
    });
    expect(await refused({ name: ' ' })).toEqual({ name: ['messages.contentNameRequire'] });
    for (const [pageNumber, key] of [
      [0, 'messages.pageNumberMin'],
      [2.5, 'messages.pageNumberNumeric'],
      ['2', 'messages.pageNumberNumeric'],
      [1e12, 'messages.numberTooLarge'],
    ])
      expect(await refused({ pageNumber })).toEqual({ pageNumber: [key] });
  });

  test('needs what its type plays', async () => {
    for (const type of [READ, PUSH_AND_LISTEN, RECORD])
      expect(await refused({ type, pageImageId: null })).toEqual({ pageImageId: ['messages.pageImageRequire'] });
    for (const type of [VIDEO, MUSIC])
      expect(await refused({ type, youtubeLink: '' })).toEqual({ youtubeLink: ['messages.youtubeLinkRequire'] });
    expect(await refused({ type: GAME })).toEqual({ wordwallLink: ['messages.wordwallLinkRequire'] });
    const bare = { pageImageId: null };
    await create({ ...bare, type: NONE }).expect(201);
    await create({ ...bare, type: VIDEO, youtubeLink: film }).expect(201);
    await create({ ...bare, type: MUSIC, audioId: writer.sound.id }).expect(201);
    await create({ ...bare, type: GAME, wordwallLink: 'https://wordwall.net/resource/1' }).expect(201);
  });

  test('shows and plays files that staff uploaded for it alone', async () => {
    for (const pageImageId of [newId(), writer.sound.id, writer.drawing.id])
      expect(await refused({ pageImageId })).toEqual({ pageImageId: ['messages.pictureNotAvailable'] });
    for (const audioId of [newId(), writer.picture.id])
      expect(await refused({ audioId })).toEqual({ audioId: ['messages.soundNotAvailable'] });
    expect(await refused({ lessonId: newId() })).toEqual({ lessonId: ['messages.lessonNotAvailable'] });
  });

  test('keeps a link as rebuilt, and refuses what is none', async () => {
    const pasted = 'https://youtu.be/aqz-KE-bpKQ?si=tracking"><script>';
    expect((await writer.content(lessonId, { type: VIDEO, youtubeLink: pasted })).youtubeLink).toBe(film);
    expect(await refused({ type: VIDEO, youtubeLink: 'javascript:alert(1)' })).toEqual({
      youtubeLink: ['messages.youtubeLinkInvalid'],
    });
    expect(await refused({ type: GAME, wordwallLink: 'https://wordwall.net.example/resource/1' })).toEqual({
      wordwallLink: ['messages.wordwallLinkInvalid'],
    });
  });

  test('is changed from the version that was read alone, and is there for students while published', async () => {
    const { id, hashCode } = await writer.content(lessonId);
    const open = () => send(world, studentContentByCode, { query: { hashCode } });
    await open().expect(200);
    await put(id, { published: false, version: 1 }).expect(200);
    await problemOf(open(), 404);
    expect((await problemOf(put(id, { version: 1 }), 409)).messageValues?.name).toBe('Mio Hara');
    await put(id, { published: true, version: 2 }).expect(200);
    await open().expect(200);
    await remove(id).expect(204);
    await problemOf(open(), 404);
    for (const sent of [get(id), remove(id), put(id, { version: 4 })]) await problemOf(sent, 404);
  });

  test('of the demo school is one that its form would take as it stands', async () => {
    const rows = await world.services.db.select().from(contentRows);
    expect(rows.length).toBeGreaterThan(10);
    for (const { pageImageMediaId: pageImageId, audioMediaId: audioId, ...row } of rows) {
      const { youtubeLink, wordwallLink } = row;
      expect(contentRules.parse({ ...row, pageImageId, audioId })).toMatchObject({ youtubeLink, wordwallLink });
    }
  });

  test('is gone with its unit', async () => {
    const unit = await unitOfThree();
    const [id = ''] = unit.ids;
    await writer.call(deleteLesson, { params: { id: unit.id } }).expect(204);
    for (const sent of [get(id), remove(id), put(id, { version: 1 })]) await problemOf(sent, 404);
    await problemOf(writer.call(contents, { query: { LessonId: unit.id } }), 404);
  });
});

describe('the list of contents', () => {
  test('is searched, sorted and paged', async () => {
    const unit = await unitOfThree();
    await writer.content(unit.id, { name: 'ぞう', pageNumber: 1, description: 'elephant' });
    const names = async (query: object) =>
      (await answerOf(contents, writer.call(contents, { query: { LessonId: unit.id, ...query } }))).items.map(
        ({ name }) => name,
      );
    expect(await names({})).toEqual(['one', 'two', 'three', 'ぞう']);
    expect(await names({ SearchText: 'ゾウ ELEPHANT' })).toEqual(['ぞう']);
    expect(await names({ SortCriteria: [{ field: 'pageNumber', direction: 'asc' }], PageSize: 1 })).toEqual(['ぞう']);
    await problemOf(writer.call(contents, {}), 400);
  });
});

describe('the order of contents', () => {
  const order = (body: object) => writer.call(updateContentsOrder, { body });

  test('is what was sent, and a list that is not whole is refused', async () => {
    const { id, ids } = await unitOfThree();
    const contentIds = [...ids].reverse();
    const incomplete = await problemOf(order({ lessonId: id, contentIds: ids.slice(1), version: 1 }), 400);
    expect(incomplete.errors).toEqual({ contentIds: ['messages.orderIncomplete'] });
    const answer = await answerOf(updateContentsOrder, order({ lessonId: id, contentIds, version: 1 }));
    expect([answer.id, answer.version, answer.contentCount]).toEqual([id, 2, 3]);
    const { items } = await answerOf(contents, writer.call(contents, { query: { LessonId: id } }));
    expect(items.map((row) => [row.id, row.order])).toEqual(contentIds.map((row, index) => [row, index + 1]));
    await problemOf(order({ lessonId: newId(), contentIds, version: 1 }), 404);
  });

  test('of twenty at once one is taken, the others hear who was first', async () => {
    const { id, ids } = await unitOfThree();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => order({ lessonId: id, contentIds: [...ids].reverse(), version: 1 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
    expect((await answerOf(lessonById, writer.call(lessonById, { params: { id } }))).version).toBe(2);
  });
});
