import { beforeAll, expect, test } from 'vitest';
import { makeMedia } from '#tests/support/teaching.ts';
import { graphql } from '#tests/support/people.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { addStaff, tokenOf } from '../api/school.ts';

const world = keptWorld();
let authorization: string;
beforeAll(async () => {
  authorization = `Bearer ${await tokenOf(world, await addStaff(world, { role: 'Administrator' }))}`;
});

interface Made {
  readonly id: string;
  readonly version: number;
}

/** What the mutation of this name made or changed. */
async function write<Result = Made>(name: string, input: object, fields = 'id version'): Promise<Result> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} } }`;
  const { data, errors } = await graphql<Record<string, Result>>(world, document, { input }, { authorization });
  expect(errors).toBeUndefined();
  const made = data?.[name];
  if (made === undefined) throw new Error(`${name} gave nothing back`);
  return made;
}

test('a textbook is written, ordered and taken away by GraphQL alone', async () => {
  const { db } = world.services;
  const picture = await makeMedia(db, { kind: 'image', contentType: 'image/png', fileName: 'page.png' });
  const sound = await makeMedia(db, { fileName: 'apple.wav' });

  const book = await write('createTextBook', { name: 'Hello 1', shortCode: 'GATE-1', thumbnailId: null });
  const unit = { textBookId: book.id, title: 'Unit', name: 'Hi', languageFocus: 'Greetings', phonics: 'h' };
  const first = await write('createLesson', { ...unit, number: 1 });
  const second = await write('createLesson', { ...unit, number: 2, published: false });
  const page = { lessonId: first.id, pageNumber: 2, name: 'Words' };
  const push = await write('createContent', { ...page, type: 'PUSH_AND_LISTEN', pageImageId: picture.id });
  const film = await write<{ id: string; youtubeLink: string }>(
    'createContent',
    { ...page, type: 'VIDEO', youtubeLink: 'https://youtu.be/aqz-KE-bpKQ' },
    'id youtubeLink',
  );
  expect(film.youtubeLink).toBe('https://www.youtube.com/watch?v=aqz-KE-bpKQ');
  const spot = { x: 1.5, y: 2, width: 3, height: 4 };
  const item = { contentId: push.id, audioId: sound.id };
  const apple = await write('createPushAndListenItem', { ...item, name: 'apple', spot });
  const pear = await write('createPushAndListenItem', { ...item, name: 'pear' });

  const orders: [string, object][] = [
    ['updateLessonsOrder', { textBookId: book.id, lessonIds: [second.id, first.id], version: book.version }],
    ['updateContentsOrder', { lessonId: first.id, contentIds: [film.id, push.id], version: first.version }],
    ['updatePushAndListenItemsOrder', { contentId: push.id, itemIds: [pear.id, apple.id], version: push.version }],
  ];
  for (const [name, input] of orders) expect((await write(name, input)).version).toBe(2);
  const moved = { version: 1, name: 'apple!', audioId: sound.id, spot: null };
  expect(await write('updatePushAndListenItem', { id: apple.id, ...moved }, 'name spot { x }')).toEqual({
    name: 'apple!',
    spot: null,
  });

  const { data } = await graphql(
    world,
    `
      query ($book: ID!, $unit: ID!, $page: ID!) {
        textBook(id: $book) {
          name
          shortCode
          unitCount
          contentCount
        }
        textBookUnits(textBookId: $book, sort: [{ field: ORDER }]) {
          items {
            order
            number
            publishedAt
          }
          totalCount
        }
        lessonBrief(id: $unit) {
          order
          textBook {
            name
          }
          contentCount
        }
        contents(lessonId: $unit, filter: { search: "WORDS" }, page: { size: 1 }) {
          items {
            type
            order
          }
          totalCount
        }
        content(id: $page) {
          itemCount
          unit {
            number
          }
          pageImage {
            fileName
          }
          audio {
            url
          }
        }
        pushAndListenItems(contentId: $page) {
          name
          order
          fileName
          spot {
            width
          }
        }
      }
    `,
    { book: book.id, unit: first.id, page: push.id },
    { authorization },
  );
  expect(data).toMatchObject({
    textBook: { name: 'Hello 1', shortCode: 'GATE-1', unitCount: 2, contentCount: 2 },
    textBookUnits: {
      items: [
        { order: 1, number: 2, publishedAt: null },
        { order: 2, number: 1 },
      ],
      totalCount: 2,
    },
    lessonBrief: { order: 2, textBook: { name: 'Hello 1' }, contentCount: 2 },
    contents: { items: [{ type: 'VIDEO', order: 1 }], totalCount: 2 },
    content: { itemCount: 2, unit: { number: 1 }, pageImage: { fileName: 'page.png' }, audio: null },
    pushAndListenItems: [
      { name: 'pear', order: 1, fileName: 'apple.wav', spot: null },
      { name: 'apple!', order: 2, spot: null },
    ],
  });

  const gone = await graphql<Record<string, boolean>>(
    world,
    `
      mutation ($item: ID!, $page: ID!, $unit: ID!, $book: ID!) {
        deletePushAndListenItem(id: $item)
        deleteContent(id: $page)
        deleteLesson(id: $unit)
        deleteTextBook(id: $book)
      }
    `,
    { item: apple.id, page: push.id, unit: first.id, book: book.id },
    { authorization },
  );
  expect(Object.values(gone.data ?? {})).toEqual([true, true, true, true]);
});

test('a refusal comes with its field and its key', async () => {
  const taken = { name: 'Again', shortCode: 'HELLO1' };
  const document = 'mutation ($input: CreateTextBookInput!) { createTextBook(input: $input) { id } }';
  const make = () => graphql(world, document, { input: taken }, { authorization });
  await make();
  const { errors } = await make();
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'CONFLICT',
    status: 409,
    messageKey: 'messages.shortCodeExists',
    fields: { shortCode: ['messages.shortCodeExists'] },
    existingId: expect.any(String) as string,
  });
});
