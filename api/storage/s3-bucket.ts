import { Readable } from 'node:stream';
import type { S3Settings } from './storage-settings.ts';
import type { ByteRange, StoredEntry } from './storage.ts';

/** A bucket of an S3-compatible store, under the names that the store has. */
export interface Bucket {
  put(name: string, content: Readable): Promise<{ readonly size: number }>;
  /** Undefined when there is no such object. */
  open(name: string, range?: ByteRange): Promise<Readable | undefined>;
  size(name: string): Promise<number | undefined>;
  remove(name: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  list(prefix: string): AsyncIterable<StoredEntry>;
}

/** The client is loaded here, so that who keeps files in a folder does not pay for it. */
export async function openBucket({ bucket, ...options }: S3Settings): Promise<Bucket> {
  const {
    CopyObjectCommand,
    DeleteObjectCommand,
    GetObjectCommand,
    HeadObjectCommand,
    paginateListObjectsV2,
    S3Client,
  } = await import('@aws-sdk/client-s3');
  const { Upload } = await import('@aws-sdk/lib-storage');
  // Checksums beyond what the protocol demands are unknown to many compatible stores.
  const checksums = {
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } as const;
  const client = new S3Client({ ...options, ...checksums, maxAttempts: 3 });
  const at = (name: string) => ({ Bucket: bucket, Key: name });

  return {
    async put(name, content) {
      let size = 0;
      const counted = Readable.from(count(content, (bytes) => (size += bytes)));
      const upload = new Upload({ client, params: { ...at(name), Body: counted }, queueSize: 1 });
      await upload.done();
      return { size };
    },

    async open(name, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const answer = await client.send(new GetObjectCommand({ ...at(name), Range })).catch(undefinedIfMissing);
      return answer?.Body instanceof Readable ? answer.Body : undefined;
    },

    async size(name) {
      return (await client.send(new HeadObjectCommand(at(name))).catch(undefinedIfMissing))?.ContentLength;
    },

    async remove(name) {
      await client.send(new DeleteObjectCommand(at(name)));
    },

    async copy(from, to) {
      await client.send(new CopyObjectCommand({ ...at(to), CopySource: `${bucket}/${from}` }));
    },

    async *list(prefix) {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
        for (const { Key, LastModified } of Contents)
          if (Key !== undefined && LastModified !== undefined) yield { key: Key, storedAt: LastModified };
    },
  };
}

async function* count(content: Readable, add: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of content as AsyncIterable<Buffer>) {
    add(chunk.length);
    yield chunk;
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound'))) throw error;
}
