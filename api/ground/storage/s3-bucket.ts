import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as delay } from 'node:timers/promises';
import type { S3mini, UploadPart } from 's3mini';
import type { S3Settings } from '#api/ground/settings/storage-settings.ts';
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

// In bytes: an object of unknown length is sent in parts of this size, of which the protocol allows 10,000.
const partSize = 8 * 1024 * 1024;
const pageSize = 1000;

/** Loads the client on demand, since installations with a folder do not need it. */
export async function openBucket({ bucket, credentials, region, ...place }: S3Settings): Promise<Bucket> {
  if (!credentials) throw new Error(`Settings: the bucket ${bucket} needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`);
  const { S3mini } = await import('s3mini');
  const endpoint = addressOf({ bucket, region, ...place });
  const client = new S3mini({ ...credentials, endpoint, region, fetch: fetchAgain });

  return {
    put: (name, content) => putInParts(client, name, content),

    async open(name, range) {
      const answer = await client
        .getObjectRaw(name, range === undefined, range?.start, range && range.end + 1)
        .catch(undefinedIfMissing);
      if (!answer) return undefined;
      // The same class has two type declarations: the DOM library's and Node's.
      return answer.body ? Readable.fromWeb(answer.body as ReadableStream) : Readable.from([]);
    },

    size: (name) => client.getContentLength(name).catch(undefinedIfMissing),

    async remove(name) {
      await client.deleteObject(name);
    },

    async copy(from, to) {
      // Slashes stay unescaped, which every store accepts.
      const source = `/${bucket}/${from.split('/').map(encodeURIComponent).join('/')}`;
      await client.copyObject(from, to, { additionalHeaders: { 'x-amz-copy-source': source } });
    },

    async *list(prefix) {
      let next: string | undefined;
      do {
        const page = await client.listObjectsPaged('/', prefix, pageSize, next);
        if (!page) throw new Error(`There is no bucket ${bucket}`);
        for (const { Key, LastModified } of page.objects ?? []) yield { key: Key, storedAt: new Date(LastModified) };
        next = page.nextContinuationToken;
      } while (next !== undefined);
    },
  };
}

type Address = Pick<S3Settings, 'bucket' | 'region' | 'endpoint' | 'forcePathStyle'>;

function addressOf({ bucket, region, endpoint, forcePathStyle }: Address): string {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  if (forcePathStyle) url.pathname = `${url.pathname.replace(/\/+$/, '')}/${bucket}`;
  else url.hostname = `${bucket}.${url.hostname}`;
  return url.href;
}

async function putInParts(client: S3mini, name: string, content: Readable): Promise<{ readonly size: number }> {
  let size = 0;
  let uploadId: string | undefined;
  const parts: UploadPart[] = [];
  try {
    for await (const { bytes, last } of partsOf(content)) {
      size += bytes.length;
      if (last && uploadId === undefined) {
        await client.putObject(name, bytes);
        return { size };
      }
      uploadId ??= await client.getMultipartUploadId(name);
      if (bytes.length > 0) parts.push(await client.uploadPart(name, uploadId, bytes, parts.length + 1));
    }
    if (uploadId !== undefined) await client.completeMultipartUpload(name, uploadId, parts);
    return { size };
  } catch (error) {
    // Unfinished parts cost space. If the store is away now, the bucket's lifecycle rule removes them.
    if (uploadId !== undefined) await client.abortMultipartUpload(name, uploadId).catch(() => {});
    throw error;
  }
}

interface Part {
  readonly bytes: Buffer;
  readonly last: boolean;
}

async function* partsOf(content: Readable): AsyncGenerator<Part> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of content as AsyncIterable<Buffer | string>) {
    const bytes = Buffer.from(chunk);
    waiting.push(bytes);
    length += bytes.length;
    if (length < partSize) continue;
    yield { bytes: Buffer.concat(waiting), last: false };
    [waiting, length] = [[], 0];
  }
  yield { bytes: Buffer.concat(waiting), last: true };
}

const tries = 3;
const firstPauseMs = 200;

// The store answered neither with success nor with 404. A later try may succeed, since the file is not the reason.
class StoreRefusal extends Error {
  /** `isUnreachable` knows it. */
  readonly code = 'S3_REFUSED';

  constructor(
    message: string,
    /** The status of the store's answer. */
    readonly status: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

// Retries a request that the store refused: bodies are complete in memory, and every request is idempotent.
async function fetchAgain(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  // No compression: a range of compressed bytes would be another range.
  headers.set('accept-encoding', 'identity');
  for (let attempt = 1; ; attempt += 1) {
    const last = attempt === tries;
    const answer = await fetch(input, { ...init, headers }).catch((error: unknown) => {
      if (last) throw error;
    });
    if (answer) {
      if (answer.ok || answer.status === 404) return answer;
      const refusal = await refusalOf(answer);
      if (last || (answer.status < 500 && answer.status !== 429)) throw refusal;
    }
    await delay(firstPauseMs * attempt);
  }
}

// The rest of the body can hold the access key's id, which must not get into the log.
async function refusalOf(answer: Response): Promise<StoreRefusal> {
  const body = await answer.text().catch(() => '');
  const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(body) ?? [];
  return new StoreRefusal(`The store answered ${answer.status} ${code}`.trim(), answer.status);
}

function undefinedIfMissing(error: unknown): undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('status' in cause && cause.status === 404 && !(cause instanceof StoreRefusal)) {
      if (cause.message.includes('NoSuchBucket')) throw new StoreRefusal('There is no such bucket', 404, { cause });
      return undefined;
    }
  throw error;
}
