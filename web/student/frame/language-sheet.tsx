import { useEffect } from 'react';
import { Icon } from '#web/student/art/icons.tsx';
import { languageNames, languages } from '#web/shared/i18n/languages.ts';
import { setFurigana, useFurigana } from '#web/student/text/furigana-setting.ts';
import { showJapanese } from '#web/student/text/japanese-glyphs.ts';
import { useWords, Words } from '#web/student/text/words.tsx';
import { Sheet } from './sheet.tsx';
import './language-sheet.css';

/** The two languages and, in Japanese, the readings above kanji. */
export function LanguageSheet({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useWords();
  const furigana = useFurigana();
  useEffect(() => showJapanese(languageNames.jp), []);
  const current = i18n.resolvedLanguage;
  // A file of words that does not arrive leaves the language as it was (section 8: logged only).
  const choose = (language: string) => i18n.changeLanguage(language).catch(console.error);
  return (
    <Sheet title={t('chooseLanguage')} onClose={onClose}>
      <div className="languages">
        {languages.map((language) => (
          <button
            key={language}
            type="button"
            lang={language === 'jp' ? 'ja' : 'en'}
            className="language button"
            aria-pressed={language === current}
            onClick={() => choose(language)}
          >
            <span className="language-letter" aria-hidden>
              {language === 'jp' ? 'あ' : 'A'}
            </span>
            {languageNames[language]}
            {language === current && <Icon name="check" size={32} />}
          </button>
        ))}
        {current === 'jp' && (
          <button
            type="button"
            className="language button"
            aria-pressed={furigana}
            onClick={() => setFurigana(!furigana)}
          >
            <span className="language-letter" aria-hidden>
              <ruby>
                字<rt>じ</rt>
              </ruby>
            </span>
            <Words text={t('furigana')} />
            {furigana && <Icon name="check" size={32} />}
          </button>
        )}
      </div>
    </Sheet>
  );
}
