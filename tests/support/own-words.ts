import i18next, { type Resource } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterAll, beforeAll } from 'vitest';

/** The page has these words for a file's tests, and none after them; called once, beside the tests. */
export function ownWords(resources: Resource): void {
  beforeAll(async () => {
    await i18next.use(initReactI18next).init({
      lng: 'en',
      nsSeparator: '.',
      keySeparator: false,
      interpolation: { escapeValue: false },
      resources,
    });
  });
  // Else the next file's screens would ask nobody for theirs.
  afterAll(() => {
    i18next.options.resources = undefined;
    i18next.isInitialized = false;
  });
}
