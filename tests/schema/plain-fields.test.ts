import { expect, test } from 'vitest';
import { z } from 'zod';
import { ClassStatus } from '#schema/rest/enumerations.ts';
import { answered, pick } from '#schema/rules/plain-fields.ts';
import { fieldsOfEachKind as fields } from '#tests/support/plain-fields.ts';

const row = {
  ...{ name: 'A', note: '', firstDay: '2026-04-01', open: false },
  ...{ pages: 1, extraPages: null, status: ClassStatus.INACTIVE },
};

test('an answer lets a stored value through that no rule of today would', () => {
  const answer = z.object(answered(fields));
  const stored = { ...row, name: '', note: 'longer than five', pages: 0, extraPages: 12 };
  expect(answer.parse(stored)).toEqual(stored);
});

test.each([
  ['a value of another type', { ...row, name: 5 }],
  ['a missing value, whatever the rule’s default', { ...row, open: undefined }],
  ['what is no day', { ...row, firstDay: 'soon' }],
  ['a number as text', { ...row, pages: '1' }],
  ['a part of a number', { ...row, extraPages: 1.5 }],
  ['a number that the enumeration does not have', { ...row, status: 2 }],
])('an answer refuses %s', (_, stored) => {
  expect(z.object(answered(fields)).safeParse(stored).success).toBe(false);
});

test('a choice that is left out is the first one', () => {
  expect(fields.status.parse(undefined)).toBe(ClassStatus.ACTIVE);
});

test('only the named members are picked', () => {
  expect(pick({ ...row, password: 'x' }, { name: fields.name })).toEqual({ name: 'A' });
});
