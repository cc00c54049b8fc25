import { disableFragmentWarnings, gql, type ApolloCache } from '@apollo/client';
import { describe, expect, test } from 'vitest';
import { entityTypes } from '#gateway/graph/look-ups.ts';
import { isValues, madeAnswer, namesOf, staffQueries, variablesOf } from '#tests/support/made-answers.ts';
import { createStaffCache } from '#web/staff/platform/apollo/cache.ts';

disableFragmentWarnings();

/** Types with names beside the entities, and why the cache keeps them apart. */
const apart: Readonly<Record<string, string>> = {
  ApiKey: 'a key',
  AudioFile: 'a file',
  AuditEntry: 'names of then',
  AuditName: 'names of rows that may be gone',
  BoardFollower: 'a child at the board',
  BrokenLink: 'a link of a textbook',
  ClassProfile: 'a child as one class has it',
  ContentCard: 'what children see',
  Edition: 'a printing of a textbook',
  FileLink: 'a file',
  LinkAccount: 'an account for whoever holds a mailed link',
  ModeratedPost: 'a post with its title',
  OwnAccount: 'the account for its owner, without a role',
  Passkey: 'a device of the account',
  PasswordLink: 'a mailed link',
  PersonName: 'a person for whoever holds a mailed link',
  PostReport: 'a report of a post',
  PrintedThing: 'rows that may be gone',
  PrivacyCard: 'a child that may be gone',
  PrivacyClass: 'classes that may be gone',
  PrivacyProfile: 'a child that may be gone',
  PushAndListenEntry: 'a sound',
  PushAndListenItem: 'what children see',
  RemovedClassProfile: 'a child that may be gone',
  ReportedContent: 'contents that may be gone',
  RosterCourse: 'a course of a package',
  RosterImport: 'a job with the name of its file',
  SchoolMember: 'a person with the role in one school',
  SchoolSettings: 'the settings, asked again whenever they are shown',
  SignInProvider: 'a setting of a school',
  StudentContent: 'what children see',
  StudentUnit: 'what children see',
  SystemValue: 'a measured value',
  TrashItem: 'rows that are deleted',
  TrashParent: 'rows that may be gone',
  UsageRow: 'a page of the app',
  UserImport: 'a file',
  Webhook: 'an address of another system',
};

/** What a mutation's answer writes: the row with its new name. */
function rename(cache: ApolloCache, type: string): void {
  const names = namesOf[type] ?? [];
  const fragment = gql(`fragment Renamed on ${type} { id ${names.join(' ')} }`);
  const renamed = Object.fromEntries(names.map((name) => [name, `New ${type}`]));
  cache.writeFragment({ fragment, data: { __typename: type, id: type, ...renamed } });
}

describe('every list and detail of the staff app shows at once the new name of', () => {
  test.each(entityTypes)('a row of the type %s', (type) => {
    const shown = staffQueries.flatMap(({ name, document: query }) => {
      const cache = createStaffCache();
      const variables = variablesOf(query);
      const read = () => JSON.stringify(cache.readQuery({ query, variables }));
      cache.writeQuery({ query, variables, data: madeAnswer(query) });
      expect(read(), name).toContain('{');
      if (!read().includes(`"Old ${type}"`)) return [];
      rename(cache, type);
      expect(read(), name).toContain(`"New ${type}"`);
      return [[name, read().includes(`"Old ${type}"`)] as const];
    });
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.filter(([, isOld]) => isOld)).toEqual([]);
  });
});

test('whatever else has a name is another thing', () => {
  const found = new Set<string>();
  const note = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(note);
    if (!isValues(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'string' && /(?:^n|N)ame$|(?:^t|T)itle$/.test(name)) found.add(String(value['__typename']));
      note(inner);
    }
  };
  for (const { document } of staffQueries) note(madeAnswer(document));
  expect([...found].filter((type) => !(type in namesOf)).toSorted()).toEqual(Object.keys(apart));
});
