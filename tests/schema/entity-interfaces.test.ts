import { isInterfaceType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { loadSchema } from '#gateway/graphql/schema.ts';

const schema = loadSchema('.');
const types = Object.values(schema.getTypeMap());
const shared = types.filter(isInterfaceType).filter(({ name }) => name.startsWith('Any'));

test('the types of one entity share an interface', () => {
  const found = shared.map((one) => [
    one.name,
    schema
      .getPossibleTypes(one)
      .map(({ name }) => name)
      .toSorted(),
  ]);
  expect(Object.fromEntries(found)).toEqual({
    AnyClass: ['Class', 'StudentClass'],
    AnyContent: ['Content', 'ContentCard', 'StudentContent'],
    AnyProfile: [
      'CardProfile',
      'ClassProfile',
      'DeviceProfile',
      'NewProfile',
      'PrivacyCard',
      'PrivacyProfile',
      'RemovedClassProfile',
      'RosterChild',
      'ViewerProfile',
    ],
    AnyTextBook: ['StudentTextBook', 'TextBook'],
    AnyUnit: ['StudentUnit', 'StudentUnitName', 'Unit'],
  });
});

test('a type that has every field of an entity’s interface implements it', () => {
  const strays = types.filter(isObjectType).flatMap((type) =>
    shared
      .filter((one) => Object.keys(one.getFields()).every((name) => name in type.getFields()))
      .filter((one) => !type.getInterfaces().includes(one))
      .map((one) => `${type.name} is no ${one.name}`),
  );
  expect(strays).toEqual([]);
});

test('a count, and a picture of another size, stand in the types alone: there the types say two things', () => {
  const fields = (name: string) => {
    const found = shared.find((one) => one.name === name);
    return Object.keys(found?.getFields() ?? {});
  };
  expect(fields('AnyUnit')).not.toContain('contentCount');
  expect(fields('AnyTextBook')).not.toContain('thumbnail');
  expect(fields('AnyClass')).not.toContain('classCode');
  expect(fields('AnyProfile')).not.toContain('token');
});
