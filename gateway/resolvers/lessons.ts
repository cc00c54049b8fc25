import { lessonContents } from '#schema/rest/lessons.ts';
import { studentLessonName, studentLessons } from '#schema/rest/students.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';

export const lessonResolvers: Resolvers = {
  Query: {
    studentLessons: (_, query, { client }) => client.call(studentLessons, { query }),
    studentLessonName: (_, query, { client }) => client.call(studentLessonName, { query }),
    lessonContents: (_, query, { client }) => client.call(lessonContents, { query }),
  },
};
