import type { ApolloCache } from '@apollo/client';

/** The class has other students now: its pages are asked for anew, and its count with the next detail. */
export function forgetStudents(cache: ApolloCache, classId: string): void {
  cache.evict({ id: 'ROOT_QUERY', fieldName: 'classProfiles' });
  cache.modify({ id: `Class:${classId}`, fields: { studentCount: (_: unknown, { DELETE }) => DELETE } });
}
