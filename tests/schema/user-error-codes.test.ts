import { isEnumType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { refusalOf } from '#gateway/refusals.ts';
import { userErrorsField } from '#gateway/resolvers/user-errors.ts';
import { contract } from '#schema/rest/contract.ts';

const schema = loadSchema('.');

test('whatever a mutation may be refused with is a code of `userErrors`', () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(
    ({ name }) => name !== userErrorsField,
  );
  const operations = mutations.map(({ name }) => contract.find((operation) => operation.name === name));
  expect(operations.length).toBeGreaterThan(120);
  const declared = operations.flatMap((operation) => Object.keys(operation?.problems ?? {}).map(Number));
  // Of every operation, declared or not: a bad value, no sign-in, a role that may not.
  const statuses = [...new Set([400, 401, 403, ...declared])].filter((status) => status < 500);
  const codes = schema.getType('UserErrorCode');
  const known = isEnumType(codes) ? codes.getValues().map(({ name }) => name) : [];
  expect(statuses.filter((status) => !known.includes(refusalOf(status)?.code ?? ''))).toEqual([]);
});

test('a user error has a code, the path of the field, and words', () => {
  const type = schema.getType('UserError');
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  expect(Object.fromEntries(fields.map((field) => [field.name, String(field.type)]))).toEqual({
    ...{ mutation: 'String!', code: 'UserErrorCode!', field: '[String!]' },
    ...{ messageKey: 'String!', message: 'String!', existingId: 'ID' },
  });
  expect(String(schema.getMutationType()?.getFields()[userErrorsField]?.type)).toBe('[UserError!]');
});
