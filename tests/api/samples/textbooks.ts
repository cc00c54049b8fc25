import { ContentType } from '#schema/rest/enumerations.ts';
import { makeContent, makeLesson, makeMedia, makePushAndListenItem, makeTextBook } from '#tests/support/teaching.ts';
import type { Place } from './place.ts';
import type { Samples } from './sample.ts';

const picture = { kind: 'image', contentType: 'image/png', fileName: 'page.png' } as const;

const aBook = ({ world }: Place) => makeTextBook(world.services.db);

const aLesson = async (place: Place) =>
  makeLesson(place.world.services.db, { textbookId: (await aBook(place)).id, position: 0 });

const aContent = async (place: Place) =>
  makeContent(place.world.services.db, {
    lessonId: (await aLesson(place)).id,
    position: 0,
    type: ContentType.PUSH_AND_LISTEN,
  });

const anAudioId = async ({ world }: Place) => (await makeMedia(world.services.db)).id;

async function anItem(place: Place) {
  const content = await aContent(place);
  const item = { contentId: content.id, audioMediaId: await anAudioId(place), position: 0 };
  return { content, item: await makePushAndListenItem(place.world.services.db, item) };
}

let books = 0;
const bookValues = () => ({ name: 'Hello', shortCode: `NEW ${(books += 1)}`, description: 'For beginners.' });

const lessonValues = {
  number: 1,
  title: 'Unit 1',
  name: 'Hello',
  description: '',
  languageFocus: 'Greetings',
  phonics: 'h: hello, hat',
};

const contentValues = async ({ world }: Place) => ({
  type: ContentType.READ,
  pageNumber: 2,
  name: 'Hello',
  description: 'Read it aloud.',
  pageImageId: (await makeMedia(world.services.db, picture)).id,
});

const itemValues = async (place: Place) => ({
  name: 'apple',
  audioId: await anAudioId(place),
  fileName: 'apple.wav',
  spot: { x: 10, y: 20, width: 30, height: 40 },
});

const onBook = async (place: Place) => ({ params: { Id: (await aBook(place)).id } });
const onLesson = async (place: Place) => ({ params: { id: (await aLesson(place)).id } });
const onContent = async (place: Place) => ({ params: { id: (await aContent(place)).id } });
const onItem = async (place: Place) => ({ params: { id: (await anItem(place)).item.id } });

export const textBookSamples: Samples = {
  createTextBook: () => ({ body: bookValues() }),
  textBook: onBook,
  textBookMap: async (place) => ({ ...(await onBook(place)), query: { From: '2026-04-01', To: '2026-05-01' } }),
  updateTextBook: async (place) => ({ ...(await onBook(place)), body: { ...bookValues(), version: 1 } }),
  deleteTextBook: onBook,

  textBookUnits: ({ book }) => ({ query: { TextbookId: book.id } }),
  createLesson: async (place) => ({ body: { ...lessonValues, textBookId: (await aBook(place)).id } }),
  lesson: onLesson,
  lessonBrief: onLesson,
  updateLesson: async (place) => ({ ...(await onLesson(place)), body: { ...lessonValues, version: 1 } }),
  updateLessonsOrder: async (place) => {
    const { id, textbookId } = await aLesson(place);
    return { body: { textBookId: textbookId, lessonIds: [id], version: 1 } };
  },
  deleteLesson: onLesson,

  contents: ({ lesson }) => ({ query: { LessonId: lesson.id } }),
  createContent: async (place) => ({
    body: { ...(await contentValues(place)), lessonId: (await aLesson(place)).id },
  }),
  content: onContent,
  updateContent: async (place) => ({
    ...(await onContent(place)),
    body: { ...(await contentValues(place)), version: 1 },
  }),
  updateContentsOrder: async (place) => {
    const { id, lessonId } = await aContent(place);
    return { body: { lessonId, contentIds: [id], version: 1 } };
  },
  deleteContent: onContent,

  pushAndListenItems: ({ content }) => ({ query: { ContentId: content.id } }),
  createPushAndListenItem: async (place) => ({
    body: { ...(await itemValues(place)), contentId: (await aContent(place)).id },
  }),
  updatePushAndListenItem: async (place) => ({
    ...(await onItem(place)),
    body: { ...(await itemValues(place)), version: 1 },
  }),
  updatePushAndListenItemsOrder: async (place) => {
    const { content, item } = await anItem(place);
    return { body: { contentId: content.id, itemIds: [item.id], version: 1 } };
  },
  deletePushAndListenItem: onItem,
};
