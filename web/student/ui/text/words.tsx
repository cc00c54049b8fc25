import i18next from 'i18next';
import { Fragment, useSyncExternalStore } from 'react';
import { useFurigana } from '#web/student/platform/switches.ts';
import { textParts } from './furigana.ts';

const wordsIn = (language: string) => ({
  t: i18next.getFixedT(language, ['student', 'common', 'messages']),
  i18n: i18next,
});
const wordsCache = new Map<string, ReturnType<typeof wordsIn>>();

function wordsNow() {
  const { language } = i18next;
  const words = wordsCache.get(language) ?? wordsIn(language);
  wordsCache.set(language, words);
  return words;
}

function onLanguage(changed: () => void): () => void {
  i18next.on('languageChanged', changed);
  return () => i18next.off('languageChanged', changed);
}

/**
 * `t` for the students' namespace; `common` and `messages` need a prefix. The area's loader has loaded the texts, so a
 * text is a synchronous look-up: `useTranslation` would subscribe once per text, and a page has a hundred.
 */
export const useWords = () => useSyncExternalStore(onLanguage, wordsNow);

/** A text of the locale files, with furigana while they are switched on. */
export function Words({ text }: { readonly text: string }) {
  const furigana = useFurigana();
  return textParts(text).map((part, index) =>
    part.reading === undefined || !furigana ? (
      <Fragment key={index}>{part.text}</Fragment>
    ) : (
      <ruby key={index}>
        {part.text}
        {/* Hidden from screen readers, which would speak kanji and reading. */}
        <rt aria-hidden>{part.reading}</rt>
      </ruby>
    ),
  );
}
