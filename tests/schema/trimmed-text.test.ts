import { expect, test } from 'vitest';
import { text, trimmedText } from '#schema/rest/values.ts';
import { contentFields } from '#schema/rules/contents.ts';
import { lessonFields } from '#schema/rules/lessons.ts';
import { profileReading } from '#schema/rules/profiles.ts';
import { textBookFields } from '#schema/rules/textbooks.ts';

const longest = (maximum: number) => 'あ'.repeat(maximum);

test.each([
  ['any trimmed text', trimmedText(5), 5],
  ['a textbook’s description', textBookFields.description, 5000],
  ['a unit’s description', lessonFields.description, 5000],
  ['a content’s description', contentFields.description, 5000],
  ['the reading of a child’s name', profileReading, 80],
])('%s is trimmed before it is measured', (_, rule, maximum) => {
  expect(rule.parse(`  ${longest(maximum)}\n`)).toBe(longest(maximum));
  expect(rule.safeParse(` ${longest(maximum + 1)} `).error?.issues[0]?.message).toBe('messages.valueTooLong');
});

test('a text that is not trimmed is measured with its blanks', () => {
  expect(text(5).parse(' abc ')).toBe(' abc ');
  expect(text(5).safeParse(' abcd ').success).toBe(false);
});
