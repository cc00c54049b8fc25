import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** The files of a ZIP by name, in its order; fails for a damaged one. */
export async function unzip(zip: Buffer): Promise<Map<string, Buffer>> {
  const file = await fromBufferPromise(zip);
  const files = new Map<string, Buffer>();
  for await (const entry of file.eachEntry()) {
    const { fileName } = entry;
    if (files.has(fileName)) throw new Error(`${fileName} is in the ZIP twice`);
    files.set(fileName, await buffer(await file.openReadStreamPromise(entry)));
  }
  return files;
}
