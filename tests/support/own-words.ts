import i18next, { type Resource } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterAll, beforeAll } from 'vitest';

/** The page has these words for a file's tests; called once, beside the tests. */
export function ownWords(resources: Resource): void {
  let began = false;
  beforeAll(async () => {
    began = !i18next.isInitialized;
    if (began) await begin(resources);
    // Where an earlier file has begun i18next, the words are added to what it has.
    for (const [language, namespaces] of Object.entries(resources))
      for (const [namespace, words] of Object.entries(namespaces))
        i18next.addResourceBundle(language, namespace, words, true, true);
    await i18next.changeLanguage('en');
  });
  // Otherwise i18next would not load the words of the next file's screens.
  afterAll(() => {
    if (!began) return;
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
