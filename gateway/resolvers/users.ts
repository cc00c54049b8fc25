import { exportUsers, importUsers, userImportById } from '#schema/rest/user-files.ts';
import {
  allSchoolAdministrators,
  allTeachers,
  createUser,
  deleteUser,
  grantableRoles,
  resendInvitation,
  resetUserPassword,
  setUserStatus,
  updateUser,
  userById,
  users,
} from '#schema/rest/users.ts';
import { resendInvitations, setUserStatuses } from '#schema/rest/users-at-once.ts';
import type { Resolvers, UserFilter } from '#gateway/resolvers.generated.ts';
import { pagingQuery } from './paging.ts';
import { present } from './present.ts';

const filterQuery = (filter: UserFilter | null | undefined) => ({
  Roles: filter?.roles,
  UserStatus: filter?.status,
  SearchText: filter?.search,
});

export const userResolvers: Resolvers = {
  Query: {
    users: (_, { filter, ...list }, { client }) =>
      client.call(users, { query: { ...filterQuery(filter), ...pagingQuery(list) } }),
    user: (_, { id }, { client }) => client.call(userById, { params: { Id: id } }),
    roles: (_, { page }, { client }) =>
      client.call(grantableRoles, { query: { PageNumber: page?.number, PageSize: page?.size } }),
    exportUsers: (_, { filter, language }, { client }) =>
      client.call(exportUsers, { query: { ...filterQuery(filter), Language: language } }),
    userImport: (_, { id, language }, { client }) =>
      client.call(userImportById, { params: { id }, query: { Language: language } }),
    allTeachers: (_, { search, ids }, { client }) => client.call(allTeachers, { query: { query: search, Id: ids } }),
    allSchoolAdministrators: (_, { search }, { client }) =>
      client.call(allSchoolAdministrators, { query: { query: search } }),
  },
  Mutation: {
    createUser: (_, { input }, { client }) => client.call(createUser, { body: input }),
    updateUser: (_, { input: { id, ...body } }, { client }) => client.call(updateUser, { params: { Id: id }, body }),
    deleteUser: (_, { id }, { client }) => client.call(deleteUser, { params: { Id: id } }).then(() => true),
    resendInvitation: (_, params, { client }) => client.call(resendInvitation, { params }),
    resendInvitations: (_, body, { client }) => client.call(resendInvitations, { body }),
    resetUserPassword: (_, params, { client }) => client.call(resetUserPassword, { params }).then(() => true),
    setUserStatus: (_, { input: { id, ...body } }, { client }) => client.call(setUserStatus, { params: { id }, body }),
    setUserStatuses: (_, { input: { filter, ...input } }, { client }) =>
      client.call(setUserStatuses, { body: { ...present(input), filter: filter ? present(filter) : undefined } }),
    importUsers: (_, { input: { file, dryRun } }, { client }) =>
      client.call(importUsers, { fields: { dryRun: dryRun ? 'true' : 'false' }, files: { file } }),
  },
};
