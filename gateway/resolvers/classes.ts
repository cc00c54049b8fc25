import { copyClass, copyClasses } from '#schema/rest/class-copies.ts';
import {
  allClasses,
  classById,
  classes,
  classUnits,
  createClass,
  deleteClass,
  extendClasses,
  newClassCode,
  regenerateClassQrCode,
  setClassStatuses,
  updateClass,
} from '#schema/rest/classes.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';
import { pagingQuery } from './paging.ts';
import { present } from './present.ts';

export const classResolvers: Resolvers = {
  Query: {
    classes: (_, { filter, ...list }, { client }) =>
      client.call(classes, {
        query: {
          ClassStatus: filter?.status,
          TeacherId: filter?.teacherId,
          TextBookId: filter?.textBookId,
          SchoolYear: filter?.schoolYear,
          SearchText: filter?.search,
          ...pagingQuery(list),
        },
      }),
    class: (_, params, { client }) => client.call(classById, { params }),
    allClasses: (_, __, { client }) => client.call(allClasses),
    newClassCode: async (_, __, { client }) => (await client.call(newClassCode)).classCode,
    classUnits: (_, query, { client }) => client.call(classUnits, { query }),
  },
  Mutation: {
    createClass: (_, { input }, { client }) => client.call(createClass, { body: present(input) }),
    updateClass: (_, { input: { id, ...input } }, { client }) =>
      client.call(updateClass, { params: { id }, body: present(input) }),
    regenerateClassQrCode: (_, params, { client }) => client.call(regenerateClassQrCode, { params }),
    deleteClass: (_, params, { client }) => client.call(deleteClass, { params }).then(() => true),
    setClassStatuses: async (_, { input }, { client }) =>
      (await client.call(setClassStatuses, { body: input })).results,
    extendClasses: async (_, { input }, { client }) => (await client.call(extendClasses, { body: input })).results,
    copyClass: (_, { input: { id, ...input } }, { client }) =>
      client.call(copyClass, { params: { id }, body: present(input) }),
    copyClasses: async (_, { input }, { client }) => (await client.call(copyClasses, { body: input })).copies,
  },
};
