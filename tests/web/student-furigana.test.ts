import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { plain, textParts } from '#web/student/text/furigana.ts';

describe('furigana', () => {
  it('stands over the kanji before it, and nowhere else', () => {
    expect(textParts('本《ほん》を 見《み》る')).toEqual([
      { text: '本', reading: 'ほん' },
      { text: 'を ' },
      { text: '見', reading: 'み' },
      { text: 'る' },
    ]);
    expect(textParts('Back')).toEqual([{ text: 'Back' }]);
    expect(textParts('')).toEqual([]);
  });

  it('is left out of what is spoken', () => {
    expect(plain('お知《し》らせ')).toBe('お知らせ');
  });

  it('has a reading for every kanji of the children’s words', () => {
    const words = JSON.parse(readFileSync('locales/jp/student.json', 'utf8')) as Record<string, string>;
    const bare = Object.entries(words).filter(([, text]) =>
      textParts(text).some((part) => part.reading === undefined && /\p{Script=Han}/u.test(part.text)),
    );
    expect(bare).toEqual([]);
  });
});
