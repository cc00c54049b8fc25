import { expect, test } from 'vitest';
import { z } from 'zod';
import { answered, emptyValues, pick, trimmed } from '#schema/rules/plain-fields.ts';
import { requiredDate, requiredText, text } from '#schema/rest/values.ts';

const fields = {
  name: requiredText(5, 'messages.textBookNameRequire'),
  note: text(5).trim().default(''),
  firstDay: requiredDate('messages.startDateRequire'),
  open: z.boolean().default(true),
};

test('an answer lets a stored value through that no rule of today would', () => {
  const answer = z.object(answered(fields));
  const stored = { name: '', note: 'longer than five', firstDay: '2026-04-01', open: false };
  expect(answer.parse(stored)).toEqual(stored);
});

test.each([
  ['a value of another type', { name: 5, note: '', firstDay: '2026-04-01', open: true }],
  ['a missing value, whatever the rule’s default', { name: '', firstDay: '2026-04-01', open: true }],
  ['what is no day', { name: '', note: '', firstDay: 'soon', open: true }],
])('an answer refuses %s', (_, stored) => {
  expect(z.object(answered(fields)).safeParse(stored).success).toBe(false);
});

test('an empty form holds the defaults, and no text elsewhere', () => {
  expect(emptyValues(fields)).toEqual({ name: '', note: '', firstDay: '', open: true });
});

test('a call takes texts without the spaces around them, and no other member of the form', () => {
  const form = { name: ' A ', note: '\n', firstDay: '2026-04-01', open: false, password: 'x' };
  expect(trimmed(form, fields)).toEqual({ name: 'A', note: '', firstDay: '2026-04-01', open: false });
  expect(pick(form, { name: fields.name })).toEqual({ name: ' A ' });
});
