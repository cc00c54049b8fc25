import { expect, test } from 'vitest';
import { corpus, textFieldsOf } from './texts.ts';
import { tryTexts } from './try-texts.ts';

const cases = [...textFieldsOf('body'), ...textFieldsOf('fields')];

test('there are many text fields and many texts', () => {
  expect(cases.flatMap(({ fields }) => fields).length).toBeGreaterThan(50);
  expect(corpus.length).toBeGreaterThan(400);
});

tryTexts(cases);
