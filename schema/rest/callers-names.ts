import type { Operation } from './operation.ts';

type Names = Readonly<Record<string, string>>;

/**
 * Values whose GraphQL name differs from section 7's, misspellings included. A dot separates a group from its value.
 */
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

/** The GraphQL name of an operation's parameter or field: `id` for `Id`. */
export function callersName(name: string, operation?: Operation): string {
  return operation?.names?.[name] ?? named[name] ?? name.charAt(0).toLowerCase() + name.slice(1);
}

/** The field errors of /api by their GraphQL names. */
export function errorsByCallersNames(
  errors: Readonly<Record<string, string[]>>,
  operation?: Operation,
): Record<string, string[]> {
  return Object.fromEntries(Object.entries(errors).map(([path, keys]) => [callersPath(path, operation), keys]));
}

function callersPath(path: string, operation: Operation | undefined): string {
  const [name = '', ...below] = path.split('.');
  // A repeated query value has no index there.
  const isRepeated = below.length === 1 && Object.hasOwn(operation?.query?.shape ?? {}, name);
  return [callersName(name, operation), ...(isRepeated ? [] : below)].join('.');
}
