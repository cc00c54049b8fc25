import type { BackendModule } from 'i18next';

declare const __LOCALES_VERSION__: string;

/** Fetches words from `/locales`; what the server or the network failed at, i18next asks for again. */
export const wordsFromServer: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    const failed = (again: boolean) => done(new Error(`No words: ${language}/${namespace}`), again);
    fetch(`/locales/${language}/${namespace}.json?v=${__LOCALES_VERSION__}`)
      .then(async (response) => {
        if (response.ok) done(null, (await response.json()) as Record<string, string>);
        else failed(response.status >= 500);
      })
      .catch(() => failed(true));
  },
};
