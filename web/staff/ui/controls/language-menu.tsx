import { Tick, Translate } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { htmlLanguage, languages } from '#schema/languages.ts';
import { languageNames } from '#web/shared/i18n/languages.ts';
import { DropdownMenu } from './dropdown-menu.tsx';

export function LanguageMenu() {
  const { t, i18n } = useTranslation('shell');
  const current = languages.find((language) => language === i18n.resolvedLanguage) ?? 'en';
  return (
    <DropdownMenu
      label={`${t('chooseLanguage')}: ${languageNames[current]}`}
      button={
        <>
          <Translate />
          <span className="language-name" lang={htmlLanguage(current)}>
            {languageNames[current]}
          </span>
        </>
      }
      choices={languages.map((language) => ({
        key: language,
        text: languageNames[language],
        lang: htmlLanguage(language),
        icon: language === current ? <Tick /> : undefined,
        checked: language === current,
        // A failure is logged only (spec, section 8): the words on the page stay as they are.
        onChoose: () => void i18n.changeLanguage(language).catch(console.error),
      }))}
    />
  );
}
