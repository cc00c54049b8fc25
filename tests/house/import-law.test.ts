import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesAmong } from '#tests/support/import-circles.ts';
import { importsOf, sourceFiles, type SourceFile } from '#tests/support/source-files.ts';

const rooms = ['schema', 'api', 'gateway', 'web'] as const;

/** The folder from the project's root that an import leads to, or the package's name. */
function target(file: SourceFile, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? posix.join(posix.dirname(file.path), specifier) : `package:${specifier}`;
}

function breaches(folder: string, allowed: (to: string, file: SourceFile) => boolean): string[] {
  return breachesAmong(sourceFiles(folder), allowed);
}

function breachesAmong(files: readonly SourceFile[], allowed: (to: string, file: SourceFile) => boolean): string[] {
  return files.flatMap((file) =>
    importsOf(file)
      .map((specifier) => target(file, specifier))
      .filter((to) => !allowed(to, file))
      .map((to) => `${file.path} → ${to}`),
  );
}

const isRoom = (to: string, ...wanted: readonly string[]) => wanted.some((room) => to.startsWith(`${room}/`));
const isPackage = (to: string) => to.startsWith('package:');

describe('the import law', () => {
  it('sees the imports of every room', () => {
    for (const room of rooms) expect(sourceFiles(room).flatMap(importsOf).length).toBeGreaterThan(0);
  });

  it('lets schema import nothing but zod and itself; the estimate of a password its library', () => {
    const estimate = (to: string, file: SourceFile) =>
      file.path === 'schema/rules/guessable-password.ts' && to.startsWith('package:@zxcvbn-ts/');
    const allowed = (to: string, file: SourceFile) =>
      to === 'package:zod' || isRoom(to, 'schema') || estimate(to, file);
    expect(breaches('schema', allowed)).toEqual([]);
  });

  it('lets api import schema and itself, never gateway or web', () => {
    expect(breaches('api', (to) => isPackage(to) || isRoom(to, 'schema', 'api'))).toEqual([]);
  });

  it('lets gateway import schema and itself, never api or web', () => {
    // Vite serves in development; the words' version is what the build has written into the app.
    const ofTheBuild = (to: string) => ['vite.config.ts', 'web/build/locales-version.ts'].includes(to);
    expect(breaches('gateway', (to) => isPackage(to) || isRoom(to, 'schema', 'gateway') || ofTheBuild(to))).toEqual([]);
  });

  it('lets web import schema and itself, never api or gateway; locales for their types alone', () => {
    const keys = (to: string, file: SourceFile) => file.path.startsWith('web/shared/i18n/') && isRoom(to, 'locales');
    expect(breaches('web', (to, file) => isPackage(to) || isRoom(to, 'schema', 'web') || keys(to, file))).toEqual([]);
  });

  it('keeps staff, student and shared apart in the web app', () => {
    expect(breaches('web/staff', (to) => !isRoom(to, 'web/student'))).toEqual([]);
    expect(breaches('web/student', (to) => !isRoom(to, 'web/staff'))).toEqual([]);
    expect(breaches('web/shared', (to) => !isRoom(to, 'web/staff', 'web/student'))).toEqual([]);
  });

  it('has tables parsed in a child process: its folder alone knows the parser', () => {
    const parses = (to: string) => to.startsWith('package:csv-parse') || to === 'api/ground/csv/apart/read.ts';
    expect(breaches('api', (to, file) => file.path.startsWith('api/ground/csv/apart/') || !parses(to))).toEqual([]);
  });

  it('uses no server package in the browser and no browser package on the server', () => {
    const server = /^package:(?:node:|express|pg$|drizzle|undici|pino|sharp)/;
    expect(breaches('web', (to, file) => file.path.startsWith('web/build/') || !server.test(to))).toEqual([]);
    const browser = /^package:(?:react|@blueprintjs|@apollo\/client|final-form)/;
    expect([...breaches('api', (to) => !browser.test(to)), ...breaches('gateway', (to) => !browser.test(to))]).toEqual(
      [],
    );
  });
});

describe('the files of a room', () => {
  it.each(rooms)('import each other in no circle in %s, types among them', (room) => {
    expect(circlesAmong(sourceFiles(room), target)).toEqual([]);
  });
});

/** The storeys of `api/`, the lowest first: a file imports from its own storey and from those below. */
const storeys = ['ground', 'domains', 'app'] as const;
const storeyOf = (path: string): number => storeys.findIndex((storey) => path.startsWith(`api/${storey}/`));
const goesDown = (to: string, file: SourceFile) => !isRoom(to, 'api') || storeyOf(to) <= storeyOf(file.path);

/** A file that the project does not have. */
const planted = (path: string, specifier: string): SourceFile => ({
  path,
  text: `import { planted } from '${specifier}';\n`,
  lines: 1,
});

describe('the storeys of api', () => {
  it('hold every file', () => {
    expect(sourceFiles('api').filter(({ path }) => storeyOf(path) === -1)).toEqual([]);
  });

  it('import downwards only', () => {
    expect(breaches('api', goesDown)).toEqual([]);
  });

  it.each([
    ['api/ground/db/planted.ts', '#api/domains/classes/write.ts'],
    ['api/ground/planted.ts', '../app/services.ts'],
    ['api/domains/classes/planted.ts', '#api/app/services.ts'],
  ])('would not hold with a %s that imports %s', (path, specifier) => {
    expect(breachesAmong([planted(path, specifier)], goesDown)).toHaveLength(1);
  });

  it('would show a circle of two files, and no circle where there is none', () => {
    const here = planted('api/ground/here.ts', './there.ts');
    const there = planted('api/ground/there.ts', '#api/ground/here.ts');
    expect(circlesAmong([here, there], target)).toEqual([['api/ground/here.ts', 'api/ground/there.ts']]);
    expect(circlesAmong([here, planted('api/ground/there.ts', './elsewhere.ts')], target)).toEqual([]);
  });
});

/** Pairs of folders of `web/shared` that import each other; the files beside the folders count as one folder. */
function pairsInShared(files: readonly SourceFile[]): string[] {
  const folderOf = (path: string) => /^web\/shared\/(?:[^/]+(?=\/))?/.exec(path)?.[0] ?? '';
  const arrows = new Set(
    files.flatMap((file) =>
      importsOf(file)
        .map((specifier) => target(file, specifier))
        .filter((to) => isRoom(to, 'web/shared'))
        .map((to) => `${folderOf(file.path)} ${folderOf(to)}`),
    ),
  );
  return [...arrows].filter((arrow) => {
    const [from = '', to = ''] = arrow.split(' ');
    return from < to && arrows.has(`${to} ${from}`);
  });
}

describe('the folders of web/shared', () => {
  const shared = sourceFiles('web/shared');

  it('import each other in one direction only', () => {
    expect(pairsInShared(shared)).toEqual([]);
  });

  it.each([
    ['web/shared/uploads/planted.ts', '#web/shared/apollo/problem.ts', 'web/shared/apollo web/shared/uploads'],
    ['web/shared/planted.ts', './telemetry/report.ts', 'web/shared/ web/shared/telemetry'],
  ])('would not hold with a %s that imports %s', (path, specifier, pair) => {
    expect(pairsInShared([...shared, planted(path, specifier)])).toEqual([pair]);
  });
});

/** The folders of `gateway/`, the lowest first. Files beside them put the folders together, or are known to all. */
const folders = [
  ...['faults', 'uploads', 'rest', 'observability', 'http', 'transcode'],
  ...['graph', 'resolvers', 'graphql', 'limits', 'pipeline', 'explorer', 'board', 'pages'],
] as const;
const folderOf = (path: string): number => folders.findIndex((folder) => path.startsWith(`gateway/${folder}/`));
const comesLater = (to: string, { path }: SourceFile) => folderOf(path) === -1 || folderOf(to) <= folderOf(path);

describe('the folders of gateway', () => {
  it('are all in the order', () => {
    const known = new Set<string>(folders);
    const found = sourceFiles('gateway').flatMap(({ path }) => /^gateway\/([^/.]+)\//.exec(path)?.[1] ?? []);
    expect(found.filter((folder) => !known.has(folder))).toEqual([]);
  });

  it('import from folders before them only', () => {
    expect(breaches('gateway', comesLater)).toEqual([]);
  });

  it('would not hold with a client of /api that imports the pipeline', () => {
    expect(breachesAmong([planted('gateway/rest/planted.ts', '#gateway/pipeline/send.ts')], comesLater)).toHaveLength(
      1,
    );
  });
});
