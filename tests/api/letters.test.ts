import { expect, test } from 'vitest';
import { lettersOf } from '#api/ground/fonts/letters.ts';

const drawn = (text: string) =>
  lettersOf(text, 700)
    .map(({ sign }) => sign)
    .join('');

test.each([
  ['Hello! ～あいさつ～', 'Hello! 〜あいさつ〜'],
  ['英語Ⅱ', '英語II'],
  ['～Ⅱ－―＄∥⋯', '〜II−—$‖…'],
  ['Đạo, Čapek, Yağmur, Łukasz', 'Dao, Capek, Yagmur, Lukasz'],
  // A letter that the fonts have keeps its mark.
  ['Zoë, Peña', 'Zoë, Peña'],
  ['𠮷田', '吉田'],
  ['☀', '〓'],
])('%s is drawn as %s', (text, signs) => {
  expect(drawn(text)).toBe(signs);
});
