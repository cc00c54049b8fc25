import { useEffect, type ReactNode } from 'react';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { htmlLanguage, languages } from '#schema/languages.ts';
import { languageNames } from '#web/shared/i18n/languages.ts';
import { showJapanese } from '#web/student/platform/i18n/japanese-glyphs.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { type RememberedSwitch, musicSwitch, tapsSwitch, furiganaSwitch } from '#web/student/platform/switches.ts';
import { useStoredValue } from '#web/student/platform/stored-value.ts';
import { setSwitch } from '#web/student/platform/own-switches.ts';
import { Sheet } from '#web/student/ui/controls/sheet.tsx';
import './language-sheet.css';

/** Settings: the language, furigana in Japanese, and the sounds beside the lessons. */
export function LanguageSheet({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useWords();
  useEffect(() => showJapanese(languageNames.jp), []);
  const current = i18n.resolvedLanguage;
  // When a locale file cannot be loaded, the language stays (section 8: logged only).
  const choose = (language: string) => i18n.changeLanguage(language).catch(console.error);
  return (
    <Sheet title={t('chooseLanguage')} onClose={onClose}>
      <div className="languages">
        {languages.map((language) => (
          <button
            key={language}
            type="button"
            lang={htmlLanguage(language)}
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
          <SwitchButton of={furiganaSwitch} words={t('furigana')}>
            <span className="language-letter" aria-hidden>
              <ruby>
                字<rt>じ</rt>
              </ruby>
            </span>
          </SwitchButton>
        )}
        <SwitchButton of={musicSwitch} words={t('backgroundMusic')}>
          <MusicIcon />
        </SwitchButton>
        <SwitchButton of={tapsSwitch} words={t('tapSounds')}>
          <span className="language-letter">
            <Icon name="speaker" size={34} />
          </span>
        </SwitchButton>
      </div>
    </Sheet>
  );
}

interface SwitchButtonProps {
  readonly of: RememberedSwitch;
  readonly words: string;
  /** The option's picture. */
  readonly children: ReactNode;
}

function SwitchButton({ of, words, children }: SwitchButtonProps) {
  const isOn = useStoredValue(of);
  return (
    <button type="button" className="language button" aria-pressed={isOn} onClick={() => setSwitch(of, !isOn)}>
      {children}
      <span>
        <Words text={words} />
      </span>
      {isOn && <Icon name="check" size={32} />}
    </button>
  );
}

function MusicIcon() {
  return (
    <span className="language-letter">
      <Icon name={useStoredValue(musicSwitch) ? 'music-on' : 'music-off'} size={34} />
    </span>
  );
}
