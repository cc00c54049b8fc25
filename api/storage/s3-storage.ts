import { Readable } from 'node:stream';
import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import type { S3Settings } from './storage-settings.ts';
import { assertStorageKey, type Storage, StoredFileMissing } from './storage.ts';

/**
 * Files in a bucket of an S3-compatible store. An object is there whole or not at all, as the store itself has it. The
 * client is loaded here, so that who keeps files in a folder does not pay for it.
 */
export async function createS3Storage({ bucket, ...options }: S3Settings): Promise<Storage> {
  const { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, paginateListObjectsV2, S3Client } =
    await import('@aws-sdk/client-s3');
  const { Upload } = await import('@aws-sdk/lib-storage');
  // Checksums beyond what the protocol demands are unknown to many compatible stores.
  const checksums = {
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } as const;
  const client = new S3Client({ ...options, ...checksums, maxAttempts: 3 });
  const at = (key: string) => {
    assertStorageKey(key);
    return { Bucket: bucket, Key: key };
  };
  const sizeOf = async (key: string): Promise<number | undefined> => {
    try {
      return (await client.send(new HeadObjectCommand(at(key)))).ContentLength;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };

  return {
    async put(key, content) {
      let size = 0;
      const counted = Readable.from(count(content, (bytes) => (size += bytes)));
      const upload = new Upload({ client, params: { ...at(key), Body: counted }, queueSize: 1 });
      await upload.done();
      return { size };
    },

    async open(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      try {
        const { Body } = await client.send(new GetObjectCommand({ ...at(key), Range }));
        if (Body instanceof Readable) return Body;
        throw new StoredFileMissing(key);
      } catch (error) {
        throw isMissing(error) ? new StoredFileMissing(key) : error;
      }
    },

    size: sizeOf,

    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key)));
    },

    async *list() {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket })) yield* entriesOf(page);
    },

    // The store ends unfinished uploads by its own rule, when the bucket has one.
    sweepUnfinished: () => Promise.resolve(),
  };
}

function* entriesOf({ Contents = [] }: ListObjectsV2CommandOutput) {
  for (const { Key, LastModified } of Contents)
    if (Key !== undefined && LastModified !== undefined) yield { key: Key, storedAt: LastModified };
}

async function* count(content: Readable, add: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of content as AsyncIterable<Buffer>) {
    add(chunk.length);
    yield chunk;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');
