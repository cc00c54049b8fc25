import {
  classHashCode,
  contentDetails,
  createStudent,
  deviceProfiles,
  joinClass,
  removeStudent,
  studentClassByCode,
  studentClassStatus,
  studentContentByCode,
  studentContents,
  studentPushAndListen,
  studentTextBookByCode,
  textBookHashCode,
} from '#schema/rest/students.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';

export const studentResolvers: Resolvers = {
  Query: {
    deviceProfiles: (_, __, { client }) => client.call(deviceProfiles),
    studentClass: (_, query, { client }) => client.call(studentClassByCode, { query }),
    studentClassStatus: (_, { textBookId, classId }, { client }) =>
      client.call(studentClassStatus, { query: { TextBookId: textBookId, ClassId: classId } }),
    studentContents: (_, { classHashCode, unitId, type }, { client }) =>
      client.call(studentContents, { query: { ClassHashCode: classHashCode, UnitId: unitId, ContentType: type } }),
    studentContent: (_, query, { client }) => client.call(studentContentByCode, { query }),
    contentDetails: (_, query, { client }) => client.call(contentDetails, { query }),
    studentPushAndListen: (_, { contentId }, { client }) =>
      client.call(studentPushAndListen, { params: { id: contentId } }),
    studentTextBook: (_, query, { client }) => client.call(studentTextBookByCode, { query }),
    textBookHashCode: async (_, query, { client }) => (await client.call(textBookHashCode, { query })).hashCode,
    classHashCode: async (_, { classId }, { client }) =>
      (await client.call(classHashCode, { params: { id: classId } })).classHashCode,
  },
  Mutation: {
    createStudent: (_, { input }, { client, rememberDevice }) => {
      rememberDevice();
      return client.call(createStudent, { body: input });
    },
    removeStudent: (_, __, { client }) => client.call(removeStudent).then(() => true),
    joinClass: (_, body, { client, rememberDevice }) => {
      rememberDevice();
      return client.call(joinClass, { body }).then(() => true);
    },
  },
};
