import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Place } from './place.ts';
import { type BackupKey, identitiesFor, type Seal, unseal } from './seal.ts';

export interface WrittenPart {
  readonly part: string;
  readonly bytes: number;
  readonly sha256: string;
}

interface Writing {
  readonly place: Place;
  readonly seal: Seal;
  /** The backup's folder. */
  readonly folder: string;
  readonly name: string;
  readonly content: Readable;
}

/** Stores a part of a backup: compressed, then encrypted. A failing source leaves nothing. */
export async function writePart({ place, seal, folder, name, content }: Writing): Promise<WrittenPart> {
  const part = `${name}.gz${seal.suffix}`;
  const packed = createGzip({ level: 6 });
  const sealed = await seal.close(packed);
  const hashed = createHash('sha256');
  const [{ size }] = await Promise.all([
    place.put(`${folder}/${part}`, Readable.from(passing(sealed, (chunk) => hashed.update(chunk)))),
    pipeline(content, packed),
  ]);
  return { part, bytes: size, sha256: hashed.digest('hex') };
}

interface Reading {
  readonly place: Place;
  readonly key: BackupKey | undefined;
  /** The backup's, or null for a part that is not encrypted. */
  readonly recipients: readonly string[] | null;
  readonly folder: string;
  readonly written: WrittenPart;
}

/** Opens a part's content. The stream fails at its end when the stored bytes differ from the manifest. */
export async function openPart({ place, key, recipients, folder, written }: Reading): Promise<Readable> {
  const identities = identitiesFor(recipients, key);
  const hashed = createHash('sha256');
  const stored = Readable.from(
    passing(
      await place.open(`${folder}/${written.part}`),
      (chunk) => hashed.update(chunk),
      () => {
        if (hashed.digest('hex') !== written.sha256) throw new Error(`${written.part} is damaged`);
      },
    ),
    { objectMode: false },
  );
  const packed = recipients ? await unseal(stored, identities) : stored;
  const plain = createGunzip();
  // The reader of `plain` receives the error.
  pipeline(packed, plain).catch((error: unknown) => plain.destroy(error instanceof Error ? error : undefined));
  return plain;
}

async function* passing(
  content: Readable,
  look: (chunk: Buffer) => void,
  atEnd: () => void = () => {},
): AsyncGenerator<Buffer> {
  for await (const chunk of content as AsyncIterable<Buffer>) {
    look(chunk);
    yield chunk;
  }
  atEnd();
}
