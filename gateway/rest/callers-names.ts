import type { Operation } from '#schema/rest/operation.ts';

type Names = Readonly<Record<string, string>>;

// Where GraphQL calls something else than section 7 does, misspellings among them.
const respelt: Names = {
  LessionId: 'lessonId',
  TextbookId: 'textBookId',
  ClassStatus: 'status',
  UserStatus: 'status',
  SearchText: 'search',
  query: 'search',
  PageNumber: 'page.number',
  PageSize: 'page.size',
  SortCriteria: 'sort',
};

const ofClass: Names = { id: 'classId' };

// The same for single operations.
const respeltIn: Readonly<Record<string, Names>> = {
  allTeachers: { Id: 'ids' },
  classActivity: ofClass,
  classHashCode: ofClass,
  classProfiles: ofClass,
  mergeClassProfiles: ofClass,
  removeClassProfile: ofClass,
  renameClassProfile: ofClass,
  studentContents: { ContentType: 'type' },
  studentPushAndListen: { id: 'contentId' },
  textBookMap: { Id: 'textBookId' },
};

/** What a caller of GraphQL calls a parameter or field of an operation. */
export function callersName(name: string, operation?: Operation): string {
  return respeltIn[operation?.name ?? '']?.[name] ?? respelt[name] ?? name.charAt(0).toLowerCase() + name.slice(1);
}

/** Errors of fields by the names that GraphQL has for them. */
export function fieldNames(
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
