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
