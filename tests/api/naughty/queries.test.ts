import { expect, test } from 'vitest';
import { textFieldsOf } from './texts.ts';
import { tryTexts } from './try-texts.ts';

// One at a time: what one filter leaves nothing for, the next need not look at.
const cases = textFieldsOf('query').flatMap((each) => each.fields.map((field) => ({ ...each, fields: [field] })));

test('there are many text fields', () => {
  expect(cases.length).toBeGreaterThan(20);
});

tryTexts(cases);
