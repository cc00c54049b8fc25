import { describe, expect, test } from 'vitest';
import { loginRules } from '#schema/rules/auth.ts';
import { classRules } from '#schema/rules/classes.ts';
import { textBookRules } from '#schema/rules/textbooks.ts';
import { newClassValues } from '#web/staff/features/classes/form/class-values.ts';
import { contentFormRules, newContentValues } from '#web/staff/features/contents/form/content-values.ts';
import { parseDay } from '#web/staff/ui/forms/parse-typed.ts';
import { matching } from '#web/staff/ui/forms/picker-options.ts';
import { firstOfEach, validateWith } from '#web/staff/ui/forms/form-problems.ts';
import { lessonFormRules, newLessonValues } from '#web/staff/features/lessons/lesson-values.ts';
import { newTextBookValues } from '#web/staff/features/textbooks/form/textbook-values.ts';

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

  test('want a textbook’s name and a short code of more than blanks and dashes, neither too long', () => {
    const problems = (values: object) => validateWith(textBookRules)({ ...newTextBookValues, ...values });
    const missing = { name: 'messages.textBookNameRequire', shortCode: 'messages.shortCodeRequire' };
    expect(problems({})).toEqual(missing);
    expect(problems({ name: '　 ', shortCode: ' ー-— ' })).toEqual({
      ...missing,
      shortCode: 'messages.shortCodeOfDashes',
    });
    const tooLong = 'messages.valueTooLong';
    expect(problems({ name: 'x'.repeat(201), shortCode: 'y'.repeat(41) })).toEqual({
      name: tooLong,
      shortCode: tooLong,
    });
    expect(problems({ name: 'x'.repeat(200), shortCode: 'y'.repeat(40) })).toEqual({});
  });

  test('want all words of a unit, and its printed number from 0, in any width', () => {
    const problems = (values: object) => validateWith(lessonFormRules)({ ...newLessonValues, ...values });
    expect(problems({})).toEqual({
      number: 'messages.unitNumberRequire',
      title: 'messages.unitTitleRequire',
      name: 'messages.unitNameRequire',
      languageFocus: 'messages.languageFocusRequire',
      phonics: 'messages.phonicsRequire',
    });
    const words = { title: 'Unit', name: 'Hello', languageFocus: 'Hello!', phonics: 'h' };
    for (const [number, key] of [
      ['two', 'unitNumberNumeric'],
      ['1.5', 'unitNumberNumeric'],
      ['-1', 'unitNumberMin'],
      ['10000', 'numberTooLarge'],
    ] as const)
      expect(problems({ ...words, number }), number).toEqual({ number: `messages.${key}` });
    for (const number of ['０', '9999']) expect(problems({ ...words, number }), number).toEqual({});
  });

  test('want of a content its type first, then its page, its name and what its type needs', () => {
    const problems = (values: object) => validateWith(contentFormRules)({ ...newContentValues, ...values });
    expect(problems({})).toEqual({ type: 'messages.contentTypeRequire' });
    const [page, name] = ['messages.pageNumberRequire', 'messages.contentNameRequire'];
    expect(problems({ type: 'READ' })).toMatchObject({ pageNumber: page, name });
    const named = { pageNumber: '５', name: 'Page' };
    const image = { pageImageId: 'messages.pageImageRequire' };
    const youtube = { youtubeLink: 'messages.youtubeLinkRequire' };
    for (const [type, missing] of [
      ...[['READ', image] as const, ['PUSH_AND_LISTEN', image] as const, ['RECORD', image] as const],
      ...[['VIDEO', youtube] as const, ['MUSIC', youtube] as const],
      ['GAME', { wordwallLink: 'messages.wordwallLinkRequire' }] as const,
    ])
      expect(problems({ ...named, type }), type).toEqual(missing);
    for (const [pageNumber, key] of [
      ['０', 'pageNumberMin'],
      ['p. 3', 'pageNumberNumeric'],
      ['1.5', 'pageNumberNumeric'],
    ] as const)
      expect(problems({ ...named, type: 'READ', pageNumber }), pageNumber).toMatchObject({
        pageNumber: `messages.${key}`,
      });
    const link = 'https://youtu.be/aqz-KE-bpKQ';
    expect(problems({ ...named, type: 'VIDEO', youtubeLink: link })).toEqual({});
    expect(problems({ ...named, type: 'VIDEO', youtubeLink: 'https://example.com/watch?v=aqz-KE-bpKQ' })).toEqual({
      youtubeLink: 'messages.youtubeLinkInvalid',
    });
    expect(problems({ ...named, type: 'GAME', wordwallLink: 'https://wordwall.net.example.com/resource/1' })).toEqual({
      wordwallLink: 'messages.wordwallLinkInvalid',
    });
    // Fields that the chosen type hides cannot be corrected.
    expect(problems({ ...named, type: 'VIDEO', youtubeLink: link, wordwallLink: 'no link' })).toEqual({});
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
