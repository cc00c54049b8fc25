import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles, type SourceFile } from '#tests/support/source-files.ts';

/** The storeys of the staff app, lowest first. What lies beside their folders is the app: routes, shell. */
const storeys = ['platform', 'ui', 'features'] as const;
type Storey = (typeof storeys)[number] | 'app';

/** What each storey may import of the staff app. */
const allowed: Record<Storey, readonly Storey[]> = {
  platform: ['platform'],
  ui: ['platform', 'ui'],
  features: ['platform', 'ui', 'features'],
  app: ['platform', 'ui', 'features', 'app'],
};

interface Import {
  readonly from: string;
  readonly to: string;
  /** A lazy import is loaded later as its own chunk; a type import disappears in the build. */
  readonly kind: 'value' | 'type' | 'lazy';
}

type Text = Pick<SourceFile, 'path' | 'text'>;

const staffFiles: readonly Text[] = sourceFiles('web/staff');

const pathOf = (from: string, specifier: string): string =>
  specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(from), specifier);

const onlyTypes = (names: string): boolean => {
  const braces = /^\{([^}]*)\}$/.exec(names.trim())?.[1];
  const listed = braces?.split(',').flatMap((name) => name.trim() || []) ?? [];
  return listed.length > 0 && listed.every((name) => name.startsWith('type '));
};

/** What a file imports of the staff app. */
function importsOf({ path, text }: Text): Import[] {
  const written = [...text.matchAll(/^(?:import|export)\s(type\s)?(?:([^;'"]*?)\sfrom\s)?'([#.][^']+)'/gm)];
  const lazy = [...text.matchAll(/\bimport\('([#.][^']+)'\)/g)];
  return [
    ...written.map(([, type, names = '', specifier = '']): Import => ({
      from: path,
      to: pathOf(path, specifier),
      kind: type !== undefined || onlyTypes(names) ? 'type' : 'value',
    })),
    ...lazy.map(([, specifier = '']): Import => ({ from: path, to: pathOf(path, specifier), kind: 'lazy' })),
  ].filter(({ to }) => to.startsWith('web/staff/'));
}

const isGenerated = (path: string) => path.endsWith('.generated.ts');

function storeyOf(path: string): Storey {
  const first = path.split('/')[2];
  return storeys.find((storey) => storey === first) ?? 'app';
}

/** Upward imports. Generated code lies below all storeys, but `ui` must not use it. */
function upward(files: readonly Text[]): string[] {
  return files
    .flatMap(importsOf)
    .filter(({ from, to }) =>
      isGenerated(to) ? storeyOf(from) === 'ui' : !allowed[storeyOf(from)].includes(storeyOf(to)),
    )
    .map(({ from, to }) => `${from} → ${to}`);
}

/** Folders that import each other, by types too. */
function pairs(files: readonly Text[], folderOf: (path: string) => string): string[] {
  const arrows = new Set(
    files
      .flatMap(importsOf)
      .filter(({ to, kind }) => kind !== 'lazy' && !isGenerated(to))
      .map(({ from, to }) => `${folderOf(from)} ${folderOf(to)}`),
  );
  return [...arrows].filter((arrow) => {
    const [from = '', to = ''] = arrow.split(' ');
    return from < to && arrows.has(`${to} ${from}`);
  });
}

const featureOf = (path: string): string => path.split('/').slice(0, 4).join('/');

/** A circle of files in which each imports a value of the next; undefined where there is none. */
function circle(files: readonly Text[]): readonly string[] | undefined {
  const next = new Map(
    files.map((file) => [
      file.path,
      importsOf(file)
        .filter(({ kind }) => kind === 'value')
        .map(({ to }) => to),
    ]),
  );
  const done = new Set<string>();
  function visit(path: string, way: readonly string[]): readonly string[] | undefined {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (done.has(path)) return undefined;
    for (const to of next.get(path) ?? []) {
      const found = visit(to, [...way, path]);
      if (found !== undefined) return found;
    }
    done.add(path);
    return undefined;
  }
  for (const path of next.keys()) {
    const found = visit(path, []);
    if (found !== undefined) return found;
  }
  return undefined;
}

const planted = (path: string, text: string): readonly Text[] => [
  ...staffFiles.filter((file) => file.path !== path),
  { path, text },
];

describe('the staff app', () => {
  it('has files in each storey, and sees their imports', () => {
    const found = new Set(staffFiles.map(({ path }) => storeyOf(path)));
    expect([...found].sort()).toEqual(['app', 'features', 'platform', 'ui']);
    expect(staffFiles.flatMap(importsOf).length).toBeGreaterThan(1000);
  });

  it('imports down only: platform, then ui, then features, then routes and shell', () => {
    expect(upward(staffFiles)).toEqual([]);
    const platform = planted('web/staff/platform/x.ts', "import { Form } from '#web/staff/ui/forms/form.tsx';");
    expect(upward(platform)).toEqual(['web/staff/platform/x.ts → web/staff/ui/forms/form.tsx']);
    const ui = planted('web/staff/ui/x.ts', "import type { ClassQuery } from '#web/staff/operations.generated.ts';");
    expect(upward(ui)).toEqual(['web/staff/ui/x.ts → web/staff/operations.generated.ts']);
    const feature = planted('web/staff/features/users/x.ts', "void import('#web/staff/shell/shell.tsx');");
    expect(upward(feature)).toEqual(['web/staff/features/users/x.ts → web/staff/shell/shell.tsx']);
  });

  it('has no two folders that import each other', () => {
    expect(pairs(staffFiles, (path) => posix.dirname(path))).toEqual([]);
    expect(pairs(staffFiles, featureOf)).toEqual([]);
    const back = planted(
      'web/staff/features/classes/list/x.ts',
      "import type { Breach } from '#web/staff/features/users/list/user-list.tsx';",
    );
    expect(pairs(back, featureOf)).toEqual(['web/staff/features/classes web/staff/features/users']);
  });

  it('has no circle of files that import values of each other', () => {
    expect(circle(staffFiles)).toBeUndefined();
    const [one, two] = ['web/staff/platform/one.ts', 'web/staff/platform/two.ts'];
    const round = [
      { path: one, text: "import { b } from './two.ts';" },
      { path: two, text: "export { a } from './one.ts';" },
    ];
    expect(circle(round)).toEqual([one, two, one]);
    const types = [{ path: one, text: "import { type B } from './two.ts';" }, ...round.slice(1)];
    expect(circle(types)).toBeUndefined();
  });
});
