import { describe, expect, it } from 'vitest';
import { plain, textParts } from '#web/student/ui/text/furigana.ts';

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
});
