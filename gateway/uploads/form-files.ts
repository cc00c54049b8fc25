import type { FileUpload } from 'graphql-upload-minimal';
import { RequestFault } from '#gateway/faults/request-fault.ts';

/** A file argument of a resolver. Resolves when the request has reached the file; the file can be read once. */
export type Upload = Promise<FileUpload>;

// The parser reads the files of a form in order: the next file only after the previous one.
const forms = new WeakMap<Upload, readonly Upload[]>();
const read = new WeakSet<Upload>();

/** Remembers which files belong to one form. */
export function rememberForm(uploads: readonly Upload[]): void {
  for (const upload of uploads) forms.set(upload, uploads);
}

/**
 * The next file of the form among the wanted ones, by name. Rejects when an unwanted file comes first: no one would
 * read that file, so the wanted one would never arrive (deadlock).
 */
export async function nextFile(wanted: ReadonlyMap<string, Upload>): Promise<{ name: string; file: FileUpload }> {
  const own = new Set(wanted.values());
  const others = [...own].flatMap((upload) => forms.get(upload) ?? []).filter((other) => !own.has(other));
  const next = await Promise.race([
    ...[...wanted].map(([name, upload]) => upload.then((file) => ({ name, file, upload }))),
    ...others.filter((other) => !read.has(other)).map(rejectUnwanted),
  ]);
  read.add(next.upload);
  return next;
}

async function rejectUnwanted(other: Upload): Promise<never> {
  // A file that never arrives blocks no other file.
  await other.catch(() => new Promise<never>(() => undefined));
  throw new RequestFault('Every file of a form must be read, in the order in which the files are sent.');
}
