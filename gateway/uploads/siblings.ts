import type { FileUpload } from 'graphql-upload-minimal';
import { RequestFault } from '#gateway/faults/request-fault.ts';
import type { Upload } from './upload.ts';

// The parser hands out the files of a form one after the other: the next only when the last has been read.
const forms = new WeakMap<Upload, readonly Upload[]>();
const read = new WeakSet<Upload>();

/** Notes which files came in one form. */
export function keepTogether(uploads: readonly Upload[]): void {
  for (const upload of uploads) forms.set(upload, uploads);
}

/**
 * The file whose turn it is among those wanted, by the names they are wanted under. Rejects when one that is wanted
 * elsewhere, or nowhere, stands before them: nobody would ever read it, and both would wait for each other.
 */
export async function nextFile(wanted: ReadonlyMap<string, Upload>): Promise<{ name: string; file: FileUpload }> {
  const own = new Set(wanted.values());
  const others = [...own].flatMap((upload) => forms.get(upload) ?? []).filter((other) => !own.has(other));
  const next = await Promise.race([
    ...[...wanted].map(([name, upload]) => upload.then((file) => ({ name, file, upload }))),
    ...others.filter((other) => !read.has(other)).map(inTheWay),
  ]);
  read.add(next.upload);
  return next;
}

async function inTheWay(other: Upload): Promise<never> {
  // One that never comes stands in nobody's way.
  await other.catch(() => new Promise<never>(() => undefined));
  throw new RequestFault('Every file of a form must be read, in the order in which the files are sent.');
}
