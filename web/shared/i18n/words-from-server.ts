import type { BackendModule } from 'i18next';

declare const __LOCALES_VERSION__: string;

type Words = Readonly<Record<string, string>>;

const otherSuffix = /_other$/;
const forms = ['_zero', '_one', '_two', '_few', '_many'];

/**
 * Adds every plural form that i18next may ask for. Browsers have no plural rules for `jp` and fall back to the rules of
 * their own language; Japanese has one form for all numbers.
 */
function withAllPluralForms(language: string, words: Words): Words {
  if (language !== 'jp') return words;
  const all = Object.entries(words).flatMap(([key, word]) =>
    otherSuffix.test(key) ? forms.map((form) => [key.replace(otherSuffix, form), word] as const) : [],
  );
  return { ...Object.fromEntries(all), ...words };
}

/** Fetches texts from `/locales`; i18next retries after a failure. */
export const wordsFromServer: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    const fail = (retry: boolean) => done(new Error(`No words: ${language}/${namespace}`), retry);
    fetch(`/locales/${language}/${namespace}.json?v=${__LOCALES_VERSION__}`)
      .then(async (response) => {
        if (response.ok) done(null, withAllPluralForms(language, (await response.json()) as Words));
        else fail(response.status >= 500);
      })
      .catch(() => fail(true));
  },
};
