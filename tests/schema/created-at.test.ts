import { isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { loadSchema } from '#gateway/graphql/schema.ts';

/** Types with an id whose `createdAt` would say nothing, or too much, and why. */
const without: Readonly<Record<string, string>> = {
  AuditName: 'names a row',
  BoardPage: 'what children read',
  BrokenLink: '`since` says when it broke; the check of a link is made by the night',
  BulkResult: 'a result',
  CardProfile: 'what children read',
  ContentCard: 'what children read',
  DeviceProfile: 'what children read',
  MapContent: 'names a row; its id is deprecated',
  NewProfile: 'what children read',
  PrintedThing: 'names a row',
  PrivacyClass: 'names a row',
  PushAndListenItem: 'what children read',
  RepliedPost: 'what children read',
  RosterChild: 'what children read',
  SchoolMember: 'a person in one school; `User` has it',
  StudentClass: 'what children read',
  StudentContent: 'what children read',
  StudentTextBook: 'what children read',
  StudentUnit: 'what children read',
  StudentUnitName: 'what children read',
  TrashParent: 'names a row',
  UpsertResult: 'a result',
  UsedContent: 'names a row; its id is deprecated',
  ViewerProfile: 'what children read',
};

test('whatever has an id says when it was made, or is listed with the reason', () => {
  const types = Object.values(loadSchema('.').getTypeMap()).filter(isObjectType);
  const rows = types.filter((type) => 'id' in type.getFields());
  expect(rows.length).toBeGreaterThan(50);
  const silent = rows.filter((type) => type.getFields()['createdAt'] === undefined).map(({ name }) => name);
  expect(silent.toSorted()).toEqual(Object.keys(without));
});

test('the instant at which a row was made is null only where a row that names another lacks it', () => {
  const types = Object.values(loadSchema('.').getTypeMap()).filter(isObjectType);
  const kinds = types.flatMap((type) => {
    const field = type.getFields()['createdAt'];
    const isSemantic = field?.astNode?.directives?.some(({ name }) => name.value === 'semanticNonNull') ?? false;
    return field === undefined || isSemantic || String(field.type) === 'DateTime!' ? [] : [type.name];
  });
  expect(kinds).toEqual([]);
});
