import type { Operation } from './operation.ts';

type Names = Readonly<Record<string, string>>;

/** Where GraphQL calls something else than section 7 does, misspellings among them. A dot leads into a group of values. */
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

/** The errors of fields, as /api answers them, by the names that callers of GraphQL have for the fields. */
export function errorsByCallersNames(
  errors: Readonly<Record<string, string[]>>,
  operation?: Operation,
): Record<string, string[]> {
  return Object.fromEntries(Object.entries(errors).map(([path, keys]) => [callersPath(path, operation), keys]));
}

function callersPath(path: string, operation: Operation | undefined): string {
  const [name = '', ...below] = path.split('.');
  // A value that repeats in a query has no number there.
  const isRepeated = below.length === 1 && Object.hasOwn(operation?.query?.shape ?? {}, name);
  return [callersName(name, operation), ...(isRepeated ? [] : below)].join('.');
}
