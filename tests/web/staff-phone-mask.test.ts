import { describe, expect, test } from 'vitest';
import { PhoneType } from '#schema/rest/enumerations.ts';
import { digitsBefore, keptPhone, placeAfter, shownPhone } from '#web/staff/features/users/form/phone-mask.ts';

const { LANDLINE, MOBILE } = PhoneType;

describe('a phone number as it is typed', () => {
  test.each([
    ['0', LANDLINE, '0'],
    ['0312', LANDLINE, '0312'],
    ['03123', LANDLINE, '0312-3'],
    ['0312345678', LANDLINE, '0312-34-5678'],
    ['090', MOBILE, '090'],
    ['09012345', MOBILE, '090-1234-5'],
    ['09012345678', MOBILE, '090-1234-5678'],
    ['090123456789', MOBILE, '090123456789'],
    ['none', MOBILE, 'none'],
  ])('%s is shown in the mask of its type as far as it goes', (kept, type, shown) => {
    expect(shownPhone(kept, type)).toBe(shown);
  });

  test.each([
    ['０９０ー１２３４', '0901234'],
    ['(03) 1234-5678', '0312345678'],
    ['+81 90', '+81 90'],
    ['call me', 'call me'],
    ['', ''],
  ])('%s is kept as digits, once it is a number', (typed, kept) => {
    expect(keptPhone(typed)).toBe(kept);
  });

  test('keeps the caret behind the same digit, and a key that deletes forwards gets past the dash', () => {
    expect(digitsBefore('0３12-34', 3)).toBe(3);
    expect(placeAfter('0312-34-5678', 4)).toBe(4);
    expect(placeAfter('0312-34-5678', 4, true)).toBe(5);
    expect(placeAfter('0312-34-5678', 5)).toBe(6);
    expect(placeAfter('031', 9)).toBe(3);
  });
});
