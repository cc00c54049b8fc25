import { useTranslation } from 'react-i18next';
import { htmlLanguage, languages } from '#schema/languages.ts';
import { languageNames } from '#web/shared/i18n/languages.ts';
import { Logo } from '#web/shared/logo.tsx';

function saveAs(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** The page's name, the ways on from it, and the language. */
export function ExplorerHeader({ sdl }: { readonly sdl: string | undefined }) {
  const { t, i18n } = useTranslation('explorer');
  return (
    <header className="explorer-header">
      <Logo variant="white" height={28} />
      <h1>{t('title')}</h1>
      <nav aria-label={t('more')}>
        <a href={`/graphql/examples?lng=${i18n.resolvedLanguage ?? 'en'}`}>{t('examples')}</a>
        {sdl !== undefined && (
          // The page has already loaded the schema, and a plain link could not send the caller's token.
          <button type="button" onClick={() => saveAs('schema.graphql', sdl)}>
            {t('sdl')}
          </button>
        )}
        {languages
          .filter((language) => language !== i18n.resolvedLanguage)
          .map((language) => (
            <button
              key={language}
              type="button"
              lang={htmlLanguage(language)}
              onClick={() => void i18n.changeLanguage(language).catch(console.error)}
            >
              {languageNames[language]}
            </button>
          ))}
      </nav>
    </header>
  );
}
