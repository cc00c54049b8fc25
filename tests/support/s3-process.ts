import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver, { type Store } from 's3rver';

const [directory = '', bucket = ''] = process.argv.slice(2);

const options = { directory, address: '127.0.0.1', port: 0, silent: true, configureBuckets: [{ name: bucket }] };
const server = new S3rver(options);
storeWhole(server.store);
const { port } = await server.run();
process.send?.(port);

// s3rver answers before its file is written, and lets two who write one key write into each other. In S3 an object that
// was answered is there, and whole.
function storeWhole(store: Store): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const written = await writeWhole(store.getResourcePath(bucket, key, 'object'), content);
    await store.putMetadata(bucket, key, metadata, written.md5);
    return written;
  };
  store.putPart = async (bucket, uploadId, part, content) => {
    const path = join(store.getResourcePath(bucket, undefined, 'uploads'), uploadId, String(part));
    return writeWhole(path, content);
  };
}

async function writeWhole(path: string, content: AsyncIterable<Uint8Array>) {
  const bytes = await buffer(content);
  const arriving = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(arriving, bytes);
  await rename(arriving, path);
  return { size: bytes.length, md5: createHash('md5').update(bytes).digest('hex') };
}
