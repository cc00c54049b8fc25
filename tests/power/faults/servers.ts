import type { Fault } from './fault.ts';

/** In the servers. */
export const serverFaults: readonly Fault[] = [
  {
    name: 'a hidden post that children see',
    file: 'api/domains/community/list.ts',
    find: `const isShown = eq(communityPosts.state, 'approved');`,
    replace: 'const isShown = undefined;',
    tests: ['tests/api/community*', 'tests/api/moderation*'],
  },
  {
    name: 'a wall whose oldest post comes first',
    file: 'api/domains/community/list.ts',
    find: 'const newest = [desc(communityPosts.createdAt), desc(communityPosts.id)];',
    replace: 'const newest = [communityPosts.createdAt, communityPosts.id];',
    tests: ['tests/api/community*', 'tests/api/moderation*'],
  },
  {
    name: 'a like that is taken back and counted as given',
    file: 'api/domains/community/write.ts',
    find: 'sql`greatest(0, ${communityPosts.likeCount} + ${change})`',
    replace: 'sql`greatest(0, ${communityPosts.likeCount} + 1)`',
    tests: ['tests/api/community*'],
  },
  {
    name: 'a class that is over a day early',
    file: 'api/domains/classes/scope.ts',
    find: 'endDate < schoolDay(ownZone',
    replace: 'endDate <= schoolDay(ownZone',
    tests: [
      'tests/api/begin-and-end*',
      'tests/api/classes*',
      'tests/api/community*',
      'tests/api/students*',
      'tests/api/lessons*',
    ],
  },
  {
    name: 'a status that is told as another',
    file: 'gateway/refusals.ts',
    find: `404: { code: 'NOT_FOUND'`,
    replace: `404: { code: 'FORBIDDEN'`,
    tests: ['tests/gateway/error*'],
  },
  {
    name: 'a refusal that does not name its fields',
    file: 'gateway/rest/errors.ts',
    find: '      ...(details.errors && { fields: details.errors }),\n',
    replace: '',
    tests: ['tests/gateway/error*'],
  },
  {
    name: 'one caller’s answers that others are given',
    file: 'gateway/http/security-headers.ts',
    find: `setHeader('cache-control', 'no-store')`,
    replace: `setHeader('cache-control', 'public, max-age=600')`,
    tests: ['tests/gateway/http*', 'tests/gateway/files*', 'tests/gateway/session*', 'tests/gateway/persisted*'],
  },
  {
    name: 'a role that enters another’s area',
    file: 'schema/access.ts',
    find: `reports: ['Administrator'],`,
    replace: `reports: ['Administrator', 'Teacher'],`,
    tests: ['tests/schema/access*', 'tests/api/access*', 'tests/gateway/access-matrix*'],
  },
];
