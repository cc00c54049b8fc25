import type { BackendModule } from 'i18next';

declare const __LOCALES_VERSION__: string;

type Words = Readonly<Record<string, string>>;

const other = /_other$/;
const forms = ['_zero', '_one', '_two', '_few', '_many'];

/**
 * Words with every plural form that may be asked for. To browsers `jp` is no language, so they count by their own, be it
 * English or Polish; Japanese has one form for all numbers.
 */
function counted(language: string, words: Words): Words {
  if (language !== 'jp') return words;
  const all = Object.entries(words).flatMap(([key, word]) =>
    other.test(key) ? forms.map((form) => [key.replace(other, form), word] as const) : [],
  );
  return { ...Object.fromEntries(all), ...words };
}

/** Fetches words from `/locales`; what the server or the network failed at, i18next asks for again. */
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
