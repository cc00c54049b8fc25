import i18next from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import { fromBrowser, htmlLanguage, languages } from './languages.ts';
import { wordsFromServer } from './words-from-server.ts';

/** Starts i18next with section 9's detection order; resolves when the first words are there. */
export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', applyLanguage);
  await i18next
    .use(wordsFromServer)
    .use(LanguageDetector)
    .use(initReactI18next)
    .init({
      supportedLngs: [...languages],
      // Both files hold the same keys (a test says so), so Japanese needs no English beside it.
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
}

/** A child's words set out together with the common ones: they come before the child's first picture. */
const areaWords = (pathname: string) => (/^\/(student(\/|$)|$)/i.test(pathname) ? ['student'] : []);

function applyLanguage(language: string): void {
  document.documentElement.lang = htmlLanguage(language);
  // 120 slices of Japanese are described only to those who read them; a failure leaves the system's font.
  if (language === 'jp') void import('./japanese-font.ts').catch(() => undefined);
}
