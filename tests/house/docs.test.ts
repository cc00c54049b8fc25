import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '');
const documents = tracked.filter((path) => /^(?:README\.md|docs\/.*\.md)$/.test(path));

const folders = ['api', 'gateway', 'web', 'schema', 'locales', 'tests', 'docs', '\\.launch'].join('|');
const ownPath = new RegExp(`^(?:${folders})/[^\\s]*$`);

/** The paths of this repository that a document names between backticks; `/api/docs` and `NAME=…` are none. */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => code.split(/\s+/)).filter((word) => ownPath.test(word));

/** The targets of a document's links within the repository. */
const linkedIn = (document: string, text: string): string[] =>
  [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(?:https?:|mailto:)/.test(target))
    .map((target) => posix.join(posix.dirname(document), target));

/** `<domain>` and `*` stand for one part of a name, `{a,b}` for one of several. */
function pattern(path: string): RegExp {
  const escaped = path
    .replace(/\/$/, '')
    .replace(/[.+^$()[\]\\|]/g, '\\$&')
    .replace(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.split(',').join('|')})`)
    .replace(/<\w+>|\*+/g, '[^/]*');
  // `tests/api/access` is a folder, or the beginning of what vitest is to run.
  return new RegExp(`^${escaped}(?:$|[./])`);
}

const isThere = (path: string): boolean => {
  const wanted = pattern(path);
  return tracked.some((file) => wanted.test(file));
};

/** `a-{b,c}.test.ts` are two files. */
function testFilesOf(path: string): string[] {
  const [, before, names, after] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? [];
  return names === undefined ? [path] : names.split(',').map((name) => `${before}${name}${after}`);
}

describe('the documents', () => {
  it('name files and folders that exist', () => {
    const named = documents.flatMap((document) => {
      const text = readFileSync(document, 'utf8');
      return [...namedIn(text), ...linkedIn(document, text)].map((path) => ({ document, path }));
    });
    expect(named.length).toBeGreaterThan(80);
    expect(named.filter(({ path }) => !isThere(path))).toEqual([]);
  });

  it('show each threat of docs/security.md by tests that exist', () => {
    const [, model = ''] = /^## Threat model\n([^]*?)^## /m.exec(readFileSync('docs/security.md', 'utf8')) ?? [];
    const threats = model.split('\n').filter((line) => line.startsWith('|'));
    const shownBy = threats.slice(2).map((line) => ({
      line,
      tests:
        line
          .split('|')
          .at(-2)
          ?.match(/`[^`]+`/g) ?? [],
    }));
    expect(shownBy.length).toBeGreaterThan(40);
    const isTest = (name: string) =>
      name === '`npm run bench:largest`' || testFilesOf(name.slice(1, -1)).every((path) => tracked.includes(path));
    expect(shownBy.filter(({ tests }) => tests.length === 0 || !tests.every(isTest))).toEqual([]);
    expect(isTest('`tests/api/uploads-{quota,no-such}.test.ts`')).toBe(false);
  });

  it('count the hops of the tour, and walk each in order', () => {
    const walks = readFileSync('docs/tour.md', 'utf8').split(/^## /m).slice(1);
    expect(walks).toHaveLength(3);
    for (const walk of walks) {
      const hops = [...walk.matchAll(/^(\d+)\. `/gm)].map(([, hop]) => Number(hop));
      expect(hops).toEqual(hops.map((_, index) => index + 1));
      expect(walk).toContain(`(${hops.length} hops)`);
    }
  });
});
