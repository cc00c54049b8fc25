import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useFurigana } from './furigana-setting.ts';
import { textParts } from './furigana.ts';

/** `t` for the students' words; those of `common` and `messages` with their name before them. */
export function useWords() {
  return useTranslation(['student', 'common', 'messages']);
}

/** A text of the locale files, with its readings above the kanji while the child wants them. */
export function Words({ text }: { readonly text: string }) {
  const furigana = useFurigana();
  return textParts(text).map((part, index) =>
    part.reading === undefined || !furigana ? (
      <Fragment key={index}>{part.text}</Fragment>
    ) : (
      <ruby key={index}>
        {part.text}
        {/* Spoken once: a screen reader knows how to read the kanji. */}
        <rt aria-hidden>{part.reading}</rt>
      </ruby>
    ),
  );
}
