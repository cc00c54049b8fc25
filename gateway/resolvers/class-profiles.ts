import {
  classProfiles,
  mergeClassProfiles,
  removeClassProfile,
  renameClassProfile,
} from '#schema/rest/class-profiles.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';
import { pagingQuery } from './paging.ts';

export const classProfileResolvers: Resolvers = {
  Query: {
    classProfiles: (_, { classId, ...list }, { client }) =>
      client.call(classProfiles, { params: { id: classId }, query: pagingQuery(list) }),
  },
  Mutation: {
    renameClassProfile: (_, { input: { classId, profileId, ...body } }, { client }) =>
      client.call(renameClassProfile, { params: { id: classId, profileId }, body }),
    mergeClassProfiles: (_, { input: { classId, ...body } }, { client }) =>
      client.call(mergeClassProfiles, { params: { id: classId }, body }),
    removeClassProfile: (_, { input: { classId, profileId } }, { client }) =>
      client.call(removeClassProfile, { params: { id: classId, profileId } }).then(() => true),
  },
};
