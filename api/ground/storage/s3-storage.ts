import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Bucket, openBucket } from './s3-bucket.ts';
import type { S3Settings } from '#api/ground/settings/storage-settings.ts';
import { assertStorageKey, isStorageKey, type Storage, StoredFileMissing } from './storage.ts';
import { markName, markText, parseMark } from './store-mark.ts';

/**
 * Storage in a bucket of an S3-compatible store, under the installation's prefix: `<id>/<key>`. Other objects in the
 * bucket are neither listed nor removed. An object is either complete or absent.
 */
export async function createS3Storage(settings: S3Settings, installation: string): Promise<Storage> {
  const bucket = await openBucket(settings);
  const prefix = `${installation}/`;
  const quarantine = `${prefix}quarantine/`;
  const markAt = `${prefix}${markName}`;
  const nameOf = (key: string): string => prefix + checked(key);
  const asideNameOf = (key: string): string => quarantine + checked(key);

  const readMark = async () => {
    const content = await bucket.open(markAt);
    return content && parseMark(await text(content));
  };
  let bareKeys: boolean | undefined;
  // Files that were stored before keys had a prefix have the bare key. The mark records whether there are any.
  const bareNameOf = async (key: string): Promise<string[]> => {
    bareKeys ??= (await readMark())?.bareKeys;
    return bareKeys === true ? [key] : [];
  };
  const removable = async (key: string): Promise<string[]> => [
    nameOf(key),
    ...(isOwnBareKey(key) ? await bareNameOf(key) : []),
  ];
  async function* places(key: string): AsyncGenerator<string> {
    yield nameOf(key);
    yield asideNameOf(key);
    yield* await bareNameOf(key);
    // A file that moves between the two look-ups would be missed, so the first name is tried again.
    yield nameOf(key);
  }

  return {
    async put(key, content) {
      return bucket.put(nameOf(key), content);
    },

    async open(key, range) {
      for await (const name of places(key)) {
        const found = await bucket.open(name, range);
        if (found) return found;
      }
      throw new StoredFileMissing(key);
    },

    async size(key) {
      for await (const name of places(key)) {
        const found = await bucket.size(name);
        if (found !== undefined) return found;
      }
      return undefined;
    },

    async remove(key) {
      for (const name of [...(await removable(key)), asideNameOf(key)]) await bucket.remove(name);
    },

    async *list() {
      for await (const { key: name, storedAt } of bucket.list(prefix)) {
        const key = name.slice(prefix.length);
        if (name !== markAt && isStorageKey(key)) yield { key, storedAt };
      }
    },

    // The bucket's lifecycle rule removes unfinished uploads.
    sweepUnfinished: () => Promise.resolve(),

    async setAside(key) {
      for (const name of await removable(key)) await move(bucket, name, asideNameOf(key));
    },

    async bringBack(key) {
      if ((await bucket.size(nameOf(key))) === undefined) await move(bucket, asideNameOf(key), nameOf(key));
      else await bucket.remove(asideNameOf(key));
    },

    async *listSetAside() {
      for await (const { key: name, storedAt } of bucket.list(quarantine)) {
        const key = name.slice(quarantine.length);
        if (isStorageKey(key)) yield { key, storedAt };
      }
    },

    async removeSetAside(key) {
      await bucket.remove(asideNameOf(key));
    },

    readMark,

    async writeMark(mark) {
      await bucket.put(markAt, Readable.from([Buffer.from(markText(mark))]));
      bareKeys = mark.bareKeys;
    },

    async removeMark() {
      await bucket.remove(markAt);
      bareKeys = undefined;
    },

    async isBare(key) {
      return (await bucket.size(checked(key))) !== undefined;
    },
  };
}

async function move(bucket: Bucket, from: string, to: string): Promise<void> {
  if ((await bucket.size(from)) === undefined) return;
  await bucket.copy(from, to);
  await bucket.remove(from);
}

function checked(key: string): string {
  assertStorageKey(key);
  return key;
}

// All installations have the same keys for the demo school, so a bare one may belong to another.
const isOwnBareKey = (key: string): boolean => !key.startsWith('demo-');
