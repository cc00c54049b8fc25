import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { Language } from './staff-walk.ts';

export const otherLanguage = (language: Language): Language => (language === 'en' ? 'jp' : 'en');

const file = z.record(z.string(), z.string());
/** The words of a language's screens; mails have their own. */
const wordsIn = (language: Language) =>
  readdirSync(`locales/${language}`)
    .filter((name) => name !== 'mail.json')
    .map((name) => ({ name, words: file.parse(JSON.parse(readFileSync(`locales/${language}/${name}`, 'utf8'))) }));

/** English titles that Blueprint gives its icons. */
const ofBlueprint = ['Open dropdown'];

/** What no page of a language says: the other language's sentences, and the keys of either. */
function foreignWords(language: Language): string[] {
  const own = wordsIn(language).flatMap(({ words }) => Object.values(words));
  const other = wordsIn(otherLanguage(language));
  const sentences = other.flatMap(({ words }) => Object.values(words)).filter((text) => !own.includes(text));
  const keys = other.flatMap(({ name, words }) =>
    Object.keys(words).flatMap((key) => [key, `${name.replace('.json', '')}.${key}`]),
  );
  // A key of one word may be somebody's name.
  return [...sentences, ...keys.filter((key) => /[a-z][A-Z.]/.test(key)), ...(language === 'jp' ? ofBlueprint : [])];
}

/** By language, the texts that no page in that language may show. */
export const foreignWordsOf: Readonly<Record<Language, readonly string[]>> = {
  en: foreignWords('en'),
  jp: foreignWords('jp'),
};

/**
 * Finds the i18next of the page. The page has loaded its scripts already, so importing one returns the same module. This is
 * a string because Vite would rewrite `import` in a function.
 */
const findI18next = `(async () => {
  for (const script of document.querySelectorAll('script[type=module][src], link[rel=modulepreload]'))
    for (const exported of Object.values(await import(script.src ?? script.href)))
      if (typeof exported?.changeLanguage === 'function') return void (globalThis.i18next = exported);
  throw new Error('The page has no i18next to change the language of');
})()`;

/** Changes the language of the open page without a reload, as the language menu does. Dialogs stay open. */
export async function changeLanguage(page: Page, language: Language): Promise<void> {
  if (!(await page.evaluate('"i18next" in window'))) await page.evaluate(findI18next);
  await page.evaluate(`i18next.changeLanguage('${language}').then(() => undefined)`);
}
