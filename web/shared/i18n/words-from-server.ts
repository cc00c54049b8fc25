import type { BackendModule } from 'i18next';

declare const __LOCALES_VERSION__: string;

type Words = Readonly<Record<string, string>>;

const other = /_other$/;
const forms = ['_zero', '_one', '_two', '_few', '_many'];

/**
 * Adds every plural form that i18next may ask for. Browsers have no plural rules for `jp` and fall back to the rules of
 * their own language; Japanese has one form for all numbers.
 */
function counted(language: string, words: Words): Words {
  if (language !== 'jp') return words;
  const all = Object.entries(words).flatMap(([key, word]) =>
    other.test(key) ? forms.map((form) => [key.replace(other, form), word] as const) : [],
  );
  return { ...Object.fromEntries(all), ...words };
}

/** Fetches texts from `/locales`; i18next retries after a failure. */
export const wordsFromServer: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    const failed = (again: boolean) => done(new Error(`No words: ${language}/${namespace}`), again);
    fetch(`/locales/${language}/${namespace}.json?v=${__LOCALES_VERSION__}`)
      .then(async (response) => {
        if (response.ok) done(null, counted(language, (await response.json()) as Words));
        else failed(response.status >= 500);
      })
      .catch(() => failed(true));
  },
};
