import i18next from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import { htmlLanguage, languages } from '#schema/languages.ts';
import { fromBrowser } from './languages.ts';
import { wordsFromServer } from './words-from-server.ts';

/** Starts i18next with section 9's detection order; resolves when the first texts are loaded. */
export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', applyLanguage);
  await i18next
    .use(wordsFromServer)
    .use(LanguageDetector)
    .use(initReactI18next)
    .init({
      supportedLngs: [...languages],
      // Both languages have the same keys (locale-parity.test.ts), so Japanese needs no English fallback.
      fallbackLng: (code) => (code === 'jp' ? [] : ['en']),
      ns: ['common', 'messages', ...areaWords(window.location.pathname)],
      defaultNS: 'common',
      nsSeparator: '.',
      keySeparator: false,
      interpolation: { escapeValue: false },
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
        lookupQuerystring: 'lng',
        lookupCookie: 'lang',
        lookupLocalStorage: 'lang',
        lookupSessionStorage: 'lang',
        caches: ['localStorage', 'cookie'],
        cookieMinutes: 60 * 24 * 365,
        convertDetectedLanguage: fromBrowser,
      },
    });
  forgetLinkLanguage();
}

// A mail's link sets the language by the query. The query is removed, because at a reload it would override the switch.
function forgetLinkLanguage(): void {
  const url = new URL(window.location.href);
  if (!url.searchParams.has('lng')) return;
  url.searchParams.delete('lng');
  window.history.replaceState(window.history.state, '', url);
}

/** For a student's address the students' texts load together with the common ones. */
const areaWords = (pathname: string) => (/^\/(student(\/|$)|$)/i.test(pathname) ? ['student'] : []);

function applyLanguage(language: string): void {
  document.documentElement.lang = htmlLanguage(language);
  // The style sheet of the Japanese font, 120 slices, loads for Japanese only; on failure the system's font remains.
  if (language === 'jp') void import('./japanese-font.ts').catch(() => undefined);
}
