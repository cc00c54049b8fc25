import type { Queryable } from '#api/ground/db/client.ts';
import { ClassStatus, ContentType } from '#schema/rest/enumerations.ts';
import {
  dayFromNow,
  makeClass,
  makeContent,
  makeLesson,
  makeMedia,
  makePushAndListenItem,
  makeTextBook,
} from '#tests/support/teaching.ts';

const draft = { publishedAt: null };
const gone = { deletedAt: new Date() };

/** A published book with everything that students must not see, and classes in every state. */
export async function makeGreenBook(db: Queryable) {
  const book = await makeTextBook(db, { name: 'Green book', shortCode: 'GRN-10' });
  const lessons = {
    one: await makeLesson(db, { textbookId: book.id, position: 0 }),
    two: await makeLesson(db, { textbookId: book.id, position: 1 }),
    draft: await makeLesson(db, { textbookId: book.id, position: 2, ...draft }),
    deleted: await makeLesson(db, { textbookId: book.id, position: 3, ...gone }),
  };
  const picture = await makeMedia(db, { kind: 'image', contentType: 'image/png', width: 620, height: 877 });
  const pages = {
    // Created out of order: the printed number counts.
    third: await makeContent(db, { lessonId: lessons.two.id, position: 0, type: ContentType.RECORD }),
    second: await makeContent(db, { lessonId: lessons.one.id, position: 2, type: ContentType.PUSH_AND_LISTEN }),
    first: await makeContent(db, { lessonId: lessons.one.id, position: 0, pageImageMediaId: picture.id }),
  };
  const ofDraftBook = await makeDraftBook(db);
  const unseenPages = {
    draft: await makeContent(db, { lessonId: lessons.one.id, position: 1, ...draft }),
    deleted: await makeContent(db, { lessonId: lessons.two.id, position: 1, ...gone }),
    ofDraftUnit: await makeContent(db, { lessonId: lessons.draft.id, position: 0 }),
    ofDeletedUnit: await makeContent(db, { lessonId: lessons.deleted.id, position: 0 }),
    ofDraftBook: ofDraftBook.page,
  };
  await makeItems(db, pages.second.id);
  const classes = {
    running: await makeClass(db, { textbookId: book.id }),
    lastDay: await makeClass(db, { textbookId: book.id, endDate: dayFromNow(0) }),
    ended: await makeClass(db, { textbookId: book.id, endDate: dayFromNow(-1) }),
    inactive: await makeClass(db, { textbookId: book.id, status: ClassStatus.INACTIVE }),
    deleted: await makeClass(db, { textbookId: book.id, ...gone }),
    ofDraftBook: await makeClass(db, { textbookId: ofDraftBook.book.id }),
  };
  return {
    book,
    draftBook: ofDraftBook.book,
    draftBookLesson: ofDraftBook.lesson,
    lessons,
    pages,
    unseenPages,
    classes,
  };
}
export type GreenBook = Awaited<ReturnType<typeof makeGreenBook>>;

async function makeDraftBook(db: Queryable) {
  const book = await makeTextBook(db, { shortCode: 'DRAFT7', ...draft });
  const lesson = await makeLesson(db, { textbookId: book.id, position: 0 });
  return { book, lesson, page: await makeContent(db, { lessonId: lesson.id, position: 0 }) };
}

async function makeItems(db: Queryable, contentId: string) {
  const { id: audioMediaId } = await makeMedia(db);
  const item = { contentId, audioMediaId };
  await makePushAndListenItem(db, { ...item, position: 1, name: 'cat', fileName: 'cat.wav' });
  const spot = { spotX: 10, spotY: 20.5, spotWidth: 30, spotHeight: 5 };
  await makePushAndListenItem(db, { ...item, position: 0, ...spot });
  await makePushAndListenItem(db, { ...item, position: 2, name: 'gone', ...gone });
}
