import { PassThrough, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Download } from '#api/ground/http/downloads.ts';
import type { Storage } from '#api/ground/storage/storage.ts';

/** A file of the ZIP: generated, or from storage. */
export type ZipPart =
  | { readonly name: string; readonly write: (target: Writable) => Promise<void> }
  | { readonly name: string; readonly storageKey: string };

/** A ZIP that is streamed part by part; each part starts when the part before is sent. */
export function dataZip(storage: Storage, parts: readonly ZipPart[]): Download {
  return {
    contentType: 'application/zip',
    async write(target) {
      const zip = new ZipFile();
      const output = zip.outputStream.pipe(new PassThrough());
      const fail = (error: unknown) =>
        void output.destroy(error instanceof Error ? error : new Error('a part could not be made'));
      zip.on('error', fail);
      let current: Readable | undefined;
      let isClientGone = false;
      for (const part of parts) {
        // Stored media are compressed already.
        zip.addReadStreamLazy(part.name, { compress: 'write' in part }, (done) => {
          openPart(storage, part, fail).then((stream) => {
            current = stream.on('error', fail);
            if (isClientGone) stream.destroy();
            done(null, stream);
          }, fail);
        });
      }
      zip.end();
      try {
        await pipeline(output, target);
      } finally {
        // The client has all of it, or has left: then the open file or transaction must be closed.
        isClientGone = true;
        current?.destroy();
      }
    },
  };
}

async function openPart(storage: Storage, part: ZipPart, fail: (error: unknown) => void): Promise<Readable> {
  if ('storageKey' in part) return storage.open(part.storageKey);
  const stream = new PassThrough();
  part.write(stream).catch(fail);
  return stream;
}
