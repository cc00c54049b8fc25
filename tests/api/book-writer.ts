import { contentDetail, createContent } from '#schema/rest/contents.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { createLesson } from '#schema/rest/lessons.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { createPushAndListenItem } from '#schema/rest/push-and-listen.ts';
import { createTextBook } from '#schema/rest/textbooks.ts';
import { answerOf } from '#tests/support/answers.ts';
import { makeMedia } from '#tests/support/teaching.ts';
import type { World } from '#tests/support/world.ts';
import { addStaff, send, type Sent, tokenOf } from './school.ts';

type Over = Readonly<Record<string, unknown>>;

/** An administrator who writes a textbook and its parts through the API, with valid values by default. */
export async function makeWriter(world: World) {
  const { db } = world.services;
  const writer = await addStaff(world, { role: 'Administrator', firstName: 'Mio', lastName: 'Hara' });
  const token = await tokenOf(world, writer);
  const picture = await makeMedia(db, { kind: 'image', contentType: 'image/png', fileName: 'page.png', width: 620 });
  const sound = await makeMedia(db, { fileName: 'apple.wav' });
  const drawing = await makeMedia(db, { kind: 'image', purpose: 'community', contentType: 'image/png' });
  const call = (operation: Operation, sent: Sent = {}) => send(world, operation, { token, ...sent });
  let codes = 0;

  const values = {
    book: (over: Over = {}) => ({ name: 'Hello 1', shortCode: `HEY-${(codes += 1)}`, description: '', ...over }),
    lesson: (over: Over = {}) => ({
      number: 1,
      title: 'Unit 1',
      name: 'Hello',
      description: '',
      languageFocus: 'Greetings',
      phonics: 'h: hat',
      ...over,
    }),
    content: (over: Over = {}) => ({
      type: ContentType.READ,
      pageNumber: 2,
      name: 'Say hello',
      description: '',
      pageImageId: picture.id,
      ...over,
    }),
    item: (over: Over = {}) => ({ name: 'apple', audioId: sound.id, ...over }),
  };

  const book = (over?: Over) => answerOf(createTextBook, call(createTextBook, { body: values.book(over) }));
  const lesson = async (textBookId: string, over?: Over) =>
    answerOf(createLesson, call(createLesson, { body: { ...values.lesson(over), textBookId } }));
  const content = async (lessonId: string, over?: Over) =>
    contentDetail.parse(
      await answerOf(createContent, call(createContent, { body: { ...values.content(over), lessonId } })),
    );
  const item = async (contentId: string, over?: Over) =>
    answerOf(createPushAndListenItem, call(createPushAndListenItem, { body: { ...values.item(over), contentId } }));

  return { writer, token, picture, sound, drawing, call, values, book, lesson, content, item };
}
export type Writer = Awaited<ReturnType<typeof makeWriter>>;
