import { newId } from '#api/ground/db/ids.ts';
import { communityPosts } from '#api/ground/db/schema.ts';
import { moveToTrash } from '#api/domains/trash/move.ts';
import { restoreFromTrash, trash, type TrashKind } from '#schema/rest/trash.ts';
import { answerOf } from '#tests/support/answers.ts';
import { makeContent, makeLesson, makeMedia, makePushAndListenItem, makeTextBook } from '#tests/support/teaching.ts';
import { aClass, aProfile, type Place } from './samples/place.ts';
import { type Member, send, tokenOf } from './school.ts';

/** Things to delete and bring back, and the ways to do so. */
export function openTrash(place: Place) {
  const { world, own } = place;
  const { db } = world.services;

  return {
    async remove(kind: TrashKind, id: string): Promise<string> {
      const author = { userId: own.Administrator.id, requestId: newId() };
      await db.transaction((tx) => moveToTrash(tx, kind, { id, author }));
      return id;
    },

    async list(member: Member, query: Readonly<Record<string, unknown>> = {}) {
      const token = await tokenOf(world, member);
      return (await answerOf(trash, send(world, trash, { token, query: { PageSize: 100, ...query } }))).items;
    },

    restore: async (member: Member, kind: string, id: string) =>
      send(world, restoreFromTrash, { token: await tokenOf(world, member), params: { kind, id } }),

    /** A post of a child in a class. */
    async aPost() {
      const { id: classId } = await aClass(place);
      const { id: profileId } = await aProfile(place, classId);
      const post = { id: newId(), classId, profileId, kind: 'image' as const, title: 'ねこ' };
      await db.insert(communityPosts).values(post);
      return post;
    },

    /** A textbook down to a word with its sound, each in a place of its own. */
    async aBook() {
      const book = await makeTextBook(db, { name: `Book ${newId()}` });
      const lesson = await makeLesson(db, { textbookId: book.id, position: 3 });
      const content = await makeContent(db, { lessonId: lesson.id, position: 5 });
      const sound = await makeMedia(db);
      const item = await makePushAndListenItem(db, { contentId: content.id, audioMediaId: sound.id, position: 2 });
      return { book, lesson, content, item };
    },
  };
}
