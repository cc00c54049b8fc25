import { expect, test } from 'vitest';
import { textFieldsOf } from './texts.ts';
import { tryTexts } from './try-texts.ts';

// One filter at a time: after a filter that matches nothing, the next would not be evaluated.
const cases = textFieldsOf('query').flatMap((each) => each.fields.map((field) => ({ ...each, fields: [field] })));

test('there are many text fields', () => {
  expect(cases.length).toBeGreaterThan(20);
});

tryTexts(cases);
