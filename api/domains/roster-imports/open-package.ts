import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { ReceivedFile } from '#api/ground/http/forms.ts';
import type { Uses } from '#api/ground/services.ts';
import { rosterUnpackedMaximum } from '#schema/rules/files.ts';
import { refusedPackage } from './refused-package.ts';

/** The files of a package that are read. */
export const rosterFiles = [
  'manifest.csv',
  'orgs.csv',
  'academicSessions.csv',
  'courses.csv',
  'classes.csv',
  'users.csv',
  'roles.csv',
  'enrollments.csv',
] as const;
export type RosterFile = (typeof rosterFiles)[number];

export interface UnpackedPackage {
  /** The path of each unpacked file on the disk. */
  readonly paths: ReadonlyMap<RosterFile, string>;
  /** The names of the other CSV files, which are not read. */
  readonly ignored: readonly string[];
}

// A package has 30 files at most; a list of millions of names would be read into memory.
const mostEntries = 200;

/**
 * Unpacks the files of a package beside the ZIP, under names of our own. Guards against ZIP bombs: the declared size of
 * an entry is checked first, and the unpacked bytes are counted. The other files are not unpacked.
 */
export async function unpack(services: Uses<'disk'>, { path }: ReceivedFile): Promise<UnpackedPackage> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch(() => undefined);
  if (!zip) throw refusedPackage('messages.rosterUnreadable', { status: 415 });
  try {
    if (zip.entryCount > mostEntries) throw refusedPackage('messages.rosterTooLarge', { status: 413 });
    const { wanted, ignored } = await entriesOf(zip);
    const declared = [...wanted.values()].reduce((sum, entry) => sum + entry.uncompressedSize, 0);
    if (declared > rosterUnpackedMaximum) throw refusedPackage('messages.rosterTooLarge', { status: 413 });
    const room = await services.disk.take(declared);
    if (!room) throw refusedPackage('messages.storageFull', { status: 507 });
    try {
      return { paths: await unpackEntries(zip, wanted, `${path}-files`), ignored };
    } finally {
      room.release();
    }
  } finally {
    zip.close();
  }
}

async function entriesOf(zip: ZipFile) {
  const wanted = new Map<RosterFile, Entry>();
  const ignored: string[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry;
      // Macs add a folder of their own, and people put the files into one.
      if (fileName.startsWith('__MACOSX/') || fileName.endsWith('/')) continue;
      const name = fileName.split(/[\\/]/).at(-1) ?? '';
      const rosterFile = rosterFiles.find((file) => file.toLowerCase() === name.toLowerCase());
      if (rosterFile !== undefined && !wanted.has(rosterFile)) wanted.set(rosterFile, entry);
      else if (/^[\w.-]{1,60}\.csv$/i.test(name) && rosterFile === undefined) ignored.push(name);
    }
  } catch {
    throw refusedPackage('messages.rosterUnreadable', { status: 415 });
  }
  return { wanted, ignored };
}

async function unpackEntries(zip: ZipFile, wanted: ReadonlyMap<RosterFile, Entry>, folder: string) {
  await mkdir(folder, { recursive: true });
  const paths = new Map<RosterFile, string>();
  let left = rosterUnpackedMaximum;
  for (const [file, entry] of wanted) {
    const path = join(folder, file);
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        left -= chunk.length;
        done(left < 0 ? refusedPackage('messages.rosterTooLarge', { status: 413 }) : null, chunk);
      },
    });
    try {
      await pipeline(await zip.openReadStreamPromise(entry), counted, createWriteStream(path));
    } catch (error) {
      // A damaged, encrypted or lying entry; a full disk is another matter.
      if (left < 0 || isOfDisk(error)) throw error;
      throw refusedPackage('messages.rosterUnreadable', { status: 415 });
    }
    paths.set(file, path);
  }
  return paths;
}

const isOfDisk = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
