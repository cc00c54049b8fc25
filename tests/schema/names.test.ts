import { getNamedType, isEnumType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { loadSchema } from '#gateway/graphql/schema.ts';

const types = Object.values(loadSchema('.').getTypeMap());
const fields = types.flatMap((type) =>
  isObjectType(type) ? Object.values(type.getFields()).map((field) => ({ ...field, of: type.name })) : [],
);
const values = types.flatMap((type) =>
  isEnumType(type) ? type.getValues().map((value) => ({ ...value, of: type.name })) : [],
);
const isCurrent = ({ deprecationReason }: { readonly deprecationReason?: string | null }): boolean =>
  deprecationReason === undefined || deprecationReason === null;

test('the instant at which a row was made is `createdAt` everywhere', () => {
  const made = fields.filter(({ name, type }) => getNamedType(type).name === 'DateTime' && /creat/i.test(name));
  expect(made.length).toBeGreaterThan(15);
  expect(made.filter((field) => isCurrent(field) && field.name !== 'createdAt').map(({ of }) => of)).toEqual([]);
  const sorts = values.filter((value) => /SortField$/.test(value.of) && /CREAT/.test(value.name));
  expect(sorts.filter((value) => isCurrent(value) && value.name !== 'CREATED_AT').map(({ of }) => of)).toEqual([]);
});

test('a post has one enumeration of its state, for staff and for children', () => {
  const states = fields.filter(({ of, name }) => /Post$/.test(of) && /state$/i.test(name)).filter(isCurrent);
  expect(states.map(({ type }) => getNamedType(type).name)).toEqual(['ModerationState', 'ModerationState']);
});

test('whatever is deprecated says what to ask instead, and its last day', () => {
  const deprecated = [...fields, ...values].filter((one) => !isCurrent(one));
  expect(deprecated.length).toBeGreaterThan(10);
  const reason = /^(?:Ask|Sort by) `.+`\. Last day: \d{4}-\d{2}-\d{2}\.$/;
  expect(deprecated.filter(({ deprecationReason }) => !reason.test(deprecationReason ?? ''))).toEqual([]);
});
