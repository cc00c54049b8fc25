import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
}

/** Every source file that git tracks or would add, generated ones left out. */
export function sourceFiles(...folders: readonly string[]): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...folders], { encoding: 'utf8' });
  return listed
    .split('\n')
    .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && existsSync(path))
    .map((path) => {
      const text = readFileSync(path, 'utf8');
      return { path, text, lines: text.split('\n').length - 1 };
    });
}

/** The module specifiers a file imports, statically or lazily. */
export function importsOf(file: SourceFile): string[] {
  const pattern = /\b(?:from|import)(?:\s+|\s*\(\s*)['"]([^'"]+)['"]/g;
  return [...file.text.matchAll(pattern)].flatMap((match) => (match[1] === undefined ? [] : [match[1]]));
}
