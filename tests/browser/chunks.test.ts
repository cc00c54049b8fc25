import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { persisted as staffHashes } from '#web/staff/persisted.generated.ts';
import { persisted as studentHashes } from '#web/student/persisted.generated.ts';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  /** Fonts, pictures, and scripts that run beside the page. */
  readonly assets?: readonly string[];
}

const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8')) as Record<string, Chunk>;

/** The files a screen cannot do without, itself included. */
function filesOf(key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key]?.imports ?? []) filesOf(imported, seen);
  return seen;
}

/** The scripts that a screen starts beside the page, as the one that hears the microphone. */
const scriptsBeside = (key: string) => (manifest[key]?.assets ?? []).filter((file) => file.endsWith('.js'));

const screens = (room: string) => Object.keys(manifest).filter((key) => key.startsWith(`${room}/`));

describe('the built web app', () => {
  it('gives staff screens none of the students’ code, whose styles are global', () => {
    expect(screens('staff').length).toBeGreaterThan(8);
    const mixed = screens('staff').filter((key) =>
      [...filesOf(key)].some((file) => /^(?:_student-|student\/)/.test(file)),
    );
    expect(mixed).toEqual([]);
  });

  it('gives students none of the staff’s screens', () => {
    expect(screens('student').length).toBeGreaterThan(5);
    const staffOnly = /^staff\/|^_(?:look|blueprint|staff|forms|uploads|books|users|classes|wall)-/;
    expect(screens('student').filter((key) => [...filesOf(key)].some((file) => staffOnly.test(file)))).toEqual([]);
  });

  it('gives a staff screen few files, as each costs headers and a place in the line', () => {
    const many = screens('staff').filter((key) => filesOf(key).size > 18);
    expect(many).toEqual([]);
  });

  it('lets what changes Blueprint’s look come after it', () => {
    const text = (name: string) => readFileSync(`dist/web/${manifest[name]?.css?.[0] ?? ''}`, 'utf8');
    const sheetOf = (chunk: string) =>
      text(Object.keys(manifest).find((key) => key.startsWith(`_${chunk}-`) && manifest[key]?.css) ?? '');
    expect(sheetOf('look')).toContain('.bp6-button{');
    expect(sheetOf('staff')).toContain('.list-table{');
    const staff = Object.keys(manifest).find((key) => key.startsWith('_staff-') && manifest[key]?.css) ?? '';
    expect(manifest[staff]?.css).toHaveLength(1);
    expect(manifest[staff]?.imports?.some((key) => key.startsWith('_look-'))).toBe(true);
  });

  it('gives each room the hashes of its own operations alone', () => {
    const textOf = (room: string) =>
      [...new Set(screens(room).flatMap((key) => [...filesOf(key)].map((found) => manifest[found]?.file ?? '')))]
        .map((file) => readFileSync(`dist/web/${file}`, 'utf8'))
        .join('\n');
    const [student, staff] = [textOf('student'), textOf('staff')];
    for (const hash of Object.values(studentHashes))
      expect([student.includes(hash), staff.includes(hash)]).toEqual([true, false]);
    for (const hash of Object.values(staffHashes))
      expect([student.includes(hash), staff.includes(hash)]).toEqual([false, true]);
  });

  it('loads what sends files only where one is sent', () => {
    const sender = manifest['shared/uploads/send-form.ts']?.file;
    expect(sender).toBeDefined();
    const loading = Object.keys(manifest).filter((key) => (manifest[key]?.imports ?? []).length > 0);
    const eager = loading.filter((key) => [...filesOf(key)].some((file) => manifest[file]?.file === sender));
    expect(eager).toEqual([]);
  });

  it('lets the service worker keep every screen of the students’, whole, but what is of no use without a network', () => {
    const worker = readFileSync('dist/web/service-worker.js', 'utf8');
    const online = /^student\/features\/scanner\/|make-video|code-scanner/;
    const wanted = [...screens('student').filter((key) => !online.test(key)), 'shared/uploads/send-form.ts'];
    const files = wanted
      .flatMap((key) => [...filesOf(key)])
      .flatMap((key) => [manifest[key]?.file ?? '', ...(manifest[key]?.css ?? []), ...scriptsBeside(key)]);
    for (const kept of ['sample-tap', 'check-page']) expect(files.some((file) => file.includes(kept))).toBe(true);
    expect(worker.includes('/locales/jp/check.json')).toBe(true);
    expect([...new Set(files.filter((file) => !worker.includes(`"/${file}"`)))]).toEqual([]);
  });
});
