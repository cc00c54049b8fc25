import type { Operation } from './operation.ts';

type Names = Readonly<Record<string, string>>;

/** GraphQL's names where they differ from section 7, misspellings among them. A dot leads into a group of values. */
export const graphqlNames = {
  LessionId: 'lessonId',
  TextbookId: 'textBookId',
  ClassStatus: 'status',
  UserStatus: 'status',
  SearchText: 'search',
  query: 'search',
  PageNumber: 'page.number',
  PageSize: 'page.size',
  SortCriteria: 'sort',
} as const;

const named: Names = graphqlNames;

/** The name that callers of GraphQL have for a parameter or field of an operation: `id` for `Id`. */
export function callersName(name: string, operation?: Operation): string {
  return operation?.names?.[name] ?? named[name] ?? name.charAt(0).toLowerCase() + name.slice(1);
}
