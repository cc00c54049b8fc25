import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ClassStatus } from '#schema/rest/enumerations.ts';
import { emptyValues, formRules, formValues, inputValues } from '#web/staff/ui/forms/plain-values.ts';
import { validateWith } from '#web/staff/ui/forms/form-problems.ts';
import { fieldsOfEachKind as fields } from '#tests/support/plain-fields.ts';

const form = {
  ...{ name: ' A ', note: '\n', firstDay: '2026-04-01', open: false },
  ...{ pages: ' ５', extraPages: '', status: ClassStatus.INACTIVE },
};

test('an empty form holds the defaults, and no text elsewhere', () => {
  expect(emptyValues(fields)).toEqual({
    ...{ name: '', note: '', firstDay: '', open: true },
    ...{ pages: '', extraPages: '', status: ClassStatus.ACTIVE },
  });
});

test('the form of a row holds its numbers as text', () => {
  const found = {
    ...{ name: 'A', note: '', firstDay: '2026-04-01', open: true },
    ...{ pages: 5, extraPages: null, status: 'INACTIVE' as const },
  };
  expect(formValues(found, fields)).toEqual({ ...found, pages: '5', extraPages: '', status: ClassStatus.INACTIVE });
});

test('a call takes texts without the spaces around them, numbers, names of choices, and no other member', () => {
  const withAnother = { ...form, password: 'x' };
  expect(inputValues(withAnother, fields)).toEqual({
    ...{ name: 'A', note: '', firstDay: '2026-04-01', open: false },
    ...{ pages: 5, extraPages: null, status: 'INACTIVE' },
  });
});

describe('the rules of a row, for its form', () => {
  const problemsOf = validateWith(formRules(z.object(fields), fields));

  test('take a number in any digits, and nothing where it may be missing', () => {
    expect(problemsOf({ ...form, name: 'A' })).toEqual({});
  });

  test.each([
    ['', 'messages.pageNumberRequire'],
    ['five', 'messages.pageNumberNumeric'],
    ['1.5', 'messages.pageNumberNumeric'],
    ['0', 'messages.pageNumberMin'],
    ['10', 'messages.numberTooLarge'],
  ])('refuse "%s" as a number by its own key', (typed, key) => {
    expect(problemsOf({ ...form, pages: typed })).toEqual({ pages: key });
  });
});
