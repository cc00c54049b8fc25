import i18next, { type Resource } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterAll, beforeAll } from 'vitest';

/** Gives the page these words alone, for all tests of a file. Call it once, outside the tests. */
export function ownWords(resources: Resource): void {
  beforeAll(() => begin(resources));
  // An i18next that is initialized would not load the words of the next file's screens.
  afterAll(() => {
    i18next.options.resources = undefined;
    i18next.isInitialized = false;
  });
}

async function begin(resources: Resource): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    nsSeparator: '.',
    keySeparator: false,
    interpolation: { escapeValue: false },
    resources,
  });
  // An i18next that had a language before, or was to get one, keeps that one at its start and finds no words.
  await i18next.changeLanguage('en');
}
