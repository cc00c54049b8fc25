import '#tests/support/dom.ts';
import i18next from 'i18next';
import { describe, expect, test } from 'vitest';
import { ownWords } from '#tests/support/own-words.ts';

// A worker keeps its i18next from file to file.
describe.each(['first', 'second'])('the %s file with words of its own', (name) => {
  ownWords({ en: { common: { save: `Save the ${name}` } }, jp: { common: { save: '保存' } } });

  test('has them from its first test on', () => {
    expect(i18next.t('common.save')).toBe(`Save the ${name}`);
  });
});
