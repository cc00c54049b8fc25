import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles, type SourceFile } from '#tests/support/source-files.ts';

/** The storeys of the students' app, and what each may import. What lies beside the three folders is the app: it imports all. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  platform: ['platform'],
  ui: ['platform', 'ui'],
  features: ['platform', 'ui', 'features'],
};

interface Arrow {
  readonly from: string;
  readonly to: string;
  /** Only types are imported, which are gone when the code runs. */
  readonly isType: boolean;
  /** The module is loaded when the code asks for it. */
  readonly isLazy: boolean;
}

const statement = /^(?:import|export)\s+(type\s+)?(?:([^'"();]*?)\s+from\s+)?['"]([^'"]+)['"]/gm;
const lazy = /\bimport\(\s*['"]([^'"]+)['"]/g;

const onlyTypes = (names = ''): boolean =>
  /^\{[^}]*\}$/.test(names) &&
  names
    .slice(1, -1)
    .split(',')
    .filter((name) => name.trim() !== '')
    .every((name) => name.trim().startsWith('type '));

/** What a file imports of the web app. */
function arrowsOf({ path, text }: SourceFile): Arrow[] {
  const target = (specifier: string) =>
    (specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(path), specifier)).replace(/\?.*$/, '');
  const arrow = (specifier = '', kind: Pick<Arrow, 'isType' | 'isLazy'>): Arrow[] =>
    /^[#.]/.test(specifier) ? [{ from: path, to: target(specifier), ...kind }] : [];
  return [
    ...[...text.matchAll(statement)].flatMap(([, type, names, specifier]) =>
      arrow(specifier, { isType: type !== undefined || onlyTypes(names), isLazy: false }),
    ),
    ...[...text.matchAll(lazy)].flatMap(([, specifier]) => arrow(specifier, { isType: false, isLazy: true })),
  ];
}

const isGenerated = (path: string) => path.endsWith('.generated.ts');
const partsOf = (path: string) => path.replace('web/student/', '').split('/');
const isOfStudents = (path: string) => path.startsWith('web/student/') && !isGenerated(path);
const storeyOf = (path: string) => (partsOf(path).length > 1 ? (partsOf(path)[0] ?? '') : 'app');
/** `features/record`, or a file that lies in no folder of its storey. */
const folderOf = (path: string) => partsOf(path).slice(0, 2).join('/');

function arrowsUp(files: readonly SourceFile[]): string[] {
  return files
    .flatMap(arrowsOf)
    .filter(({ from, to }) => isOfStudents(from) && isOfStudents(to))
    .filter(({ from, to }) => !(allowed[storeyOf(from)] ?? [storeyOf(to)]).includes(storeyOf(to)))
    .map(({ from, to }) => `${from} → ${to}`);
}

/** Folders that import each other. */
function pairs(files: readonly SourceFile[]): string[] {
  const arrows = files.flatMap(arrowsOf).filter(({ from, to }) => isOfStudents(from) && isOfStudents(to));
  const between = new Set(arrows.map(({ from, to }) => `${folderOf(from)} → ${folderOf(to)}`));
  return [...between].filter((one) => {
    const [from = '', to = ''] = one.split(' → ');
    return from < to && between.has(`${to} → ${from}`);
  });
}

/** Files that import each other's values, directly or through others, while they are loaded. */
function circles(files: readonly SourceFile[]): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to, isType, isLazy } of files.flatMap(arrowsOf))
    if (!isType && !isLazy) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) found.push([...way.slice(way.indexOf(path)), path].join(' → '));
    if (way.includes(path) || done.has(path)) return;
    for (const to of next.get(path) ?? []) visit(to, [...way, path]);
    done.add(path);
  };
  for (const path of next.keys()) visit(path, []);
  return found;
}

const files = sourceFiles('web/student', 'web/shared');
const planted = (path: string, text: string): SourceFile[] => [...files, { path, text, lines: 1 }];

describe('the law of web/student', () => {
  it('sees the imports of every storey', () => {
    for (const storey of ['platform', 'ui', 'features', 'app'])
      expect(files.filter(({ path }) => isOfStudents(path) && storeyOf(path) === storey).flatMap(arrowsOf)).not.toEqual(
        [],
      );
    expect(
      [...new Set(files.filter(({ path }) => isOfStudents(path)).map(({ path }) => storeyOf(path)))].sort(),
    ).toEqual(['app', 'features', 'platform', 'ui']);
  });

  it('lets platform import itself, ui import platform, and features import both; the app alone imports all', () => {
    expect(arrowsUp(files)).toEqual([]);
    const up = planted('web/student/platform/planted.ts', `import { Link } from '#web/student/ui/controls/link.tsx';`);
    expect(arrowsUp(up)).toEqual(['web/student/platform/planted.ts → web/student/ui/controls/link.tsx']);
    const type = planted(
      'web/student/ui/planted.ts',
      `import type { Recorder } from '../features/record/recorder.ts';`,
    );
    expect(arrowsUp(type)).toEqual(['web/student/ui/planted.ts → web/student/features/record/recorder.ts']);
    const late = planted('web/student/features/planted.ts', `const map = () => import('../routes.tsx');`);
    expect(arrowsUp(late)).toEqual(['web/student/features/planted.ts → web/student/routes.tsx']);
  });

  it('lets no two folders import each other', () => {
    expect(pairs(files)).toEqual([]);
    const back = planted(
      'web/student/features/players/planted.ts',
      `import type { Recorder } from '../record/recorder.ts';`,
    );
    expect(pairs(back)).toEqual(['features/players → features/record']);
  });

  it('has no circle of files that need each other’s values while they load, web/shared included', () => {
    expect(circles(files)).toEqual([]);
    const shared = 'web/shared/storage.ts';
    const back = files.map((file) =>
      file.path === shared ? { ...file, text: `import { reloadOnce } from './reload-once.ts';\n${file.text}` } : file,
    );
    expect(circles(back)).toHaveLength(1);
    expect(circles(back)[0]).toContain(`${shared} → web/shared/reload-once.ts`);
  });
});
