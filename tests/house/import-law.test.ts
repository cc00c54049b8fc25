import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, sourceFiles, type SourceFile } from '#tests/support/source-files.ts';

const rooms = ['schema', 'api', 'gateway', 'web'] as const;

/** The folder from the project's root that an import leads to, or the package's name. */
function target(file: SourceFile, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? posix.join(posix.dirname(file.path), specifier) : `package:${specifier}`;
}

function breaches(folder: string, allowed: (to: string, file: SourceFile) => boolean): string[] {
  return sourceFiles(folder).flatMap((file) =>
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

  it('lets schema import nothing but zod and itself', () => {
    expect(breaches('schema', (to) => to === 'package:zod' || isRoom(to, 'schema'))).toEqual([]);
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

  it('uses no server package in the browser and no browser package on the server', () => {
    const server = /^package:(?:node:|express|pg$|drizzle|undici|pino|sharp)/;
    expect(breaches('web', (to, file) => file.path.startsWith('web/build/') || !server.test(to))).toEqual([]);
    const browser = /^package:(?:react|@blueprintjs|@apollo\/client|final-form)/;
    expect([...breaches('api', (to) => !browser.test(to)), ...breaches('gateway', (to) => !browser.test(to))]).toEqual(
      [],
    );
  });
});
