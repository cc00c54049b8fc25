import {
  createLesson,
  deleteLesson,
  lessonBriefById,
  lessonById,
  lessonContents,
  textBookUnits,
  updateLesson,
  updateLessonsOrder,
} from '#schema/rest/lessons.ts';
import { studentLessonName, studentLessons } from '#schema/rest/students.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';
import { pagingQuery } from './paging.ts';
import { present } from './present.ts';

export const lessonResolvers: Resolvers = {
  Query: {
    studentLessons: (_, query, { client }) => client.call(studentLessons, { query }),
    studentLessonName: (_, query, { client }) => client.call(studentLessonName, { query }),
    lessonContents: (_, query, { client }) => client.call(lessonContents, { query }),
    textBookUnits: (_, { textBookId: TextbookId, filter, ...list }, { client }) =>
      client.call(textBookUnits, { query: { TextbookId, SearchText: filter?.search, ...pagingQuery(list) } }),
    lesson: (_, params, { client }) => client.call(lessonById, { params }),
    lessonBrief: (_, params, { client }) => client.call(lessonBriefById, { params }),
  },
  Mutation: {
    createLesson: (_, { input }, { client }) => client.call(createLesson, { body: present(input) }),
    updateLesson: (_, { input: { id, ...input } }, { client }) =>
      client.call(updateLesson, { params: { id }, body: present(input) }),
    updateLessonsOrder: (_, { input: body }, { client }) => client.call(updateLessonsOrder, { body }),
    deleteLesson: (_, params, { client }) => client.call(deleteLesson, { params }).then(() => true),
  },
};
