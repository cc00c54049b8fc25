import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { Language } from './staff-walk.ts';

export const otherThan = (language: Language): Language => (language === 'en' ? 'jp' : 'en');

const file = z.record(z.string(), z.string());
/** The words of a language's screens; mails have their own. */
const wordsIn = (language: Language) =>
  readdirSync(`locales/${language}`)
    .filter((name) => name !== 'mail.json')
    .map((name) => ({ name, words: file.parse(JSON.parse(readFileSync(`locales/${language}/${name}`, 'utf8'))) }));

/** What no page of a language says: the other language's sentences, and the keys of either. */
function foreignWords(language: Language): string[] {
  const own = wordsIn(language).flatMap(({ words }) => Object.values(words));
  const other = wordsIn(otherThan(language));
  const sentences = other.flatMap(({ words }) => Object.values(words)).filter((text) => !own.includes(text));
  const keys = other.flatMap(({ name, words }) =>
    Object.keys(words).flatMap((key) => [key, `${name.replace('.json', '')}.${key}`]),
  );
  // A key of one word may be somebody's name.
  return [...sentences, ...keys.filter((key) => /[a-z][A-Z.]/.test(key))];
}

/** What no page of each language says. */
export const wordsToMiss: Readonly<Record<Language, readonly string[]>> = {
  en: foreignWords('en'),
  jp: foreignWords('jp'),
};

/**
 * Finds the page's own i18next: its scripts are loaded already, so an import gives the module that the page itself uses.
 * Text, as the tests' own loader would make another `import` of it.
 */
const findWords = `(async () => {
  for (const script of document.querySelectorAll('script[type=module][src], link[rel=modulepreload]'))
    for (const exported of Object.values(await import(script.src ?? script.href)))
      if (typeof exported?.changeLanguage === 'function') return void (globalThis.words = exported);
  throw new Error('The page has no i18next to change the language of');
})()`;

/** Changes the language of the page as it stands, under whatever is open, as the product's own menus do. */
export async function speak(page: Page, language: Language): Promise<void> {
  if (!(await page.evaluate('"words" in window'))) await page.evaluate(findWords);
  await page.evaluate(`words.changeLanguage('${language}').then(() => undefined)`);
}
