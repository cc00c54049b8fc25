import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '#tests/support/source-files.ts';

type Words = Record<string, string>;

const read = (language: string, file: string): Words => {
  const words: unknown = JSON.parse(readFileSync(`locales/${language}/${file}`, 'utf8'));
  return words as Words;
};
const files = readdirSync('locales/en').sort();

/** Japanese has one plural form, so `n_one` of English has no partner. */
const plain = (words: Words) =>
  [...new Set(Object.keys(words).map((key) => key.replace(/_(?:one|other)$/, '')))].sort();
const placeholders = (text = '') => [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map((match) => match[1]).sort();

describe('the two languages', () => {
  it('have the same files', () => {
    expect(readdirSync('locales/jp').sort()).toEqual(files);
  });

  it.each(files)('%s holds the same keys in both', (file) => {
    expect(plain(read('jp', file))).toEqual(plain(read('en', file)));
  });

  it.each(files)('%s fills the same placeholders in both, and nothing is empty', (file) => {
    const english = read('en', file);
    for (const [key, text] of Object.entries(read('jp', file))) {
      const original = english[key] ?? english[`${key.replace(/_other$/, '')}_other`];
      expect([key, placeholders(text)]).toEqual([key, placeholders(original)]);
      expect([key, text.trim()]).not.toEqual([key, '']);
    }
  });

  it('hold every message key that the contract and the servers send', () => {
    const known = new Set(Object.keys(read('en', 'messages.json')));
    const used = sourceFiles('schema', 'api', 'gateway').flatMap((file) =>
      [...file.text.matchAll(/['"`]messages\.(\w+)['"`]/g)].map((match) => match[1] ?? ''),
    );
    expect(used.length).toBeGreaterThan(20);
    expect([...new Set(used)].filter((key) => !known.has(key))).toEqual([]);
  });
});
