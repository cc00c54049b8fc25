import i18next, { type Resource } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterAll, beforeAll } from 'vitest';

/** The page has these words, and no other file's, for a file's tests; called once, beside the tests. */
export function ownWords(resources: Resource): void {
  beforeAll(() => begin(resources));
  // Otherwise i18next would not load the words of the next file's screens.
  afterAll(() => {
    i18next.options.resources = undefined;
    i18next.isInitialized = false;
  });
}

const begin = (resources: Resource) =>
  i18next.use(initReactI18next).init({
    lng: 'en',
    nsSeparator: '.',
    keySeparator: false,
    interpolation: { escapeValue: false },
    resources,
  });
