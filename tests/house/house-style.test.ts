import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '#tests/support/source-files.ts';

const files = sourceFiles('schema', 'api', 'gateway', 'web', 'tests', '.launch');

describe('the house style', () => {
  it('has no source file past 250 lines, where a second thing is done', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => file.lines > 250).map((file) => `${file.path}: ${file.lines}`)).toEqual([]);
  });

  it('names files in kebab-case, without barrels or drawers', () => {
    const odd = files
      .map((file) => file.path)
      .filter((path) => !/^[a-z0-9-]+(?:\.(?:test|config|d))?\.(?:ts|tsx|mjs)$/.test(posix.basename(path)));
    expect(odd).toEqual([]);
    const drawers = /(?:^|\/)(?:index\.tsx?|utils?|helpers?|common|misc)(?:\/|\.|$)/;
    expect(files.map((file) => file.path).filter((path) => drawers.test(path))).toEqual([]);
  });

  it('gives each wait in a test as long as a busy machine needs: vitest alone gives a second', () => {
    const short = sourceFiles('tests').flatMap(({ path, text }) =>
      [...text.matchAll(/\bvi\.wait(?:For|Until)\(/g)]
        .filter(({ index }) => !/patience|timeout|60_000/.test(callAt(text, index)))
        .map(({ index }) => `${path}:${text.slice(0, index).split('\n').length}`),
    );
    expect(short).toEqual([]);
  });

  it('leaves no switched-off type, lint or test and nothing for later', () => {
    const wanted = new RegExp(
      [
        ': any\\b',
        '\\bas any\\b',
        '<any>',
        '@ts-(?:ignore|nocheck|expect-error)',
        'eslint-dis' + 'able',
        '\\b(?:TO' + 'DO|FIX' + 'ME)\\b',
        '\\.(?:only|skip|to' + 'do)\\(',
      ].join('|'),
    );
    const found = files.flatMap((file) =>
      file.text
        .split('\n')
        .flatMap((line, index) => (wanted.test(line) ? [`${file.path}:${index + 1} ${line.trim()}`] : [])),
    );
    expect(found.filter((line) => !line.startsWith('tests/house/house-style.test.ts'))).toEqual([]);
  });
});

/** The text of the call that begins at `index`, up to its closing parenthesis. */
function callAt(text: string, index: number): string {
  let depth = 0;
  for (let end = text.indexOf('(', index); end < text.length; end += 1) {
    depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0;
    if (depth === 0) return text.slice(index, end + 1);
  }
  return text.slice(index);
}
