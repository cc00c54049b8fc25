import { describe, expect, test } from 'vitest';
import { loginRules } from '#schema/rules/auth.ts';
import { classRules } from '#schema/rules/classes.ts';
import { newClassValues } from '#web/staff/classes/class-values.ts';
import { parseDay } from '#web/staff/forms/parse-day.ts';
import { matching } from '#web/staff/forms/picker-match.ts';
import { firstOfEach, validateWith } from '#web/staff/forms/validate-with.ts';

const teachers = Array.from({ length: 6 }, (_, index) => `01987b5e-0000-7000-8000-00000000000${index}`);

describe('the rules of a form', () => {
  test('answer one message key a field, and nothing when all is well', () => {
    const validate = validateWith(loginRules);
    expect(validate({ email: '', password: '' })).toEqual({
      email: 'messages.emailRequire',
      password: 'messages.passRequire',
    });
    expect(validate({ email: 'emily@', password: 'x' })).toEqual({ email: 'messages.invalidEmail' });
    expect(validate({ email: 'emily', password: 'x' })).toEqual({});
  });

  test('say everything of a class at once, the dates too while its name is still missing', () => {
    const blank = {
      ...newClassValues('2026-05-01', { role: 'Administrator', userId: undefined }),
      endDate: '2026-04-01',
    };
    expect(validateWith(classRules)({ ...blank, secondaryTeacherIds: teachers })).toEqual({
      className: 'messages.classNameRequire',
      textBookId: 'messages.textBookRequire',
      endDate: 'messages.endDateAfterStart',
      secondaryTeacherIds: 'messages.maxSecondaryTeachers',
    });
  });

  test('put what is wrong inside a list on the list’s field', () => {
    expect(firstOfEach({ 'secondaryTeacherIds.2': ['messages.invalidValue'] })).toEqual({
      secondaryTeacherIds: 'messages.invalidValue',
    });
  });
});

describe('a typed day', () => {
  test.each([
    '2026-04-01',
    '2026/4/1',
    '2026.4.1',
    '2026年4月1日',
    '２０２６年４月１日',
    '1 Apr 2026',
    '1 April 2026',
    'Apr 1, 2026',
  ])('%s is 1 April 2026', (text) => {
    expect(parseDay(text)).toBe('2026-04-01');
  });

  test.each(['', '2026-02-31', '2026-13-01', 'tomorrow', '4/1', '1 Foo 2026'])('%j is no day', (text) => {
    expect(parseDay(text)).toBeUndefined();
  });
});

test('a picker finds by every word, whatever the width, case and kind of kana', () => {
  const options = [
    { value: '1', label: 'さくら いとう' },
    { value: '2', label: 'Hello, World! 1', detail: 'HELLO1' },
  ];
  expect(matching(options, 'サクラ').map(({ value }) => value)).toEqual(['1']);
  expect(matching(options, 'ｈｅｌｌｏ world').map(({ value }) => value)).toEqual(['2']);
  expect(matching(options, '').length).toBe(2);
  expect(matching(options, 'nobody')).toEqual([]);
});
