import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { newId } from '#api/ground/db/ids.ts';
import type { media } from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import { eachOf } from '#api/ground/each-of.ts';
import type { Services } from '#api/app/services.ts';
import { coverName, pageName, postCardName, postName, replyName, soundName } from './media-names.ts';
import { bookPages, covers } from './pictures/catalogue.ts';
import { renderCommunityPicture, renderCommunityThumbnail, renderCover, renderPagePicture } from './pictures/render.ts';
import { type SoundId, soundIds, synthesise } from './sounds/synthesise.ts';
import { wall } from './wall.ts';

/** A file in storage whose media row is still to be written; plans refer to it by `name`. */
export interface MadeFile {
  readonly name: string;
  readonly row: typeof media.$inferInsert;
}

interface FilePlan extends Pick<typeof media.$inferInsert, 'kind' | 'purpose' | 'fileName'> {
  readonly name: string;
  readonly make: () => Promise<Buffer> | Buffer;
}

const atOnce = 2;

/** Draws and synthesises everything that the demo school shows, and stores it. */
export async function makeFiles({ storage, logger }: Pick<Services, 'storage' | 'logger'>): Promise<MadeFile[]> {
  const plans = filePlans();
  const made: MadeFile[] = [];
  await eachOf(plans, atOnce, async (plan) => {
    made.push(await makeFile(plan, storage));
    if (made.length % 10 === 0) logger.info(`demo school: ${made.length} of ${plans.length} pictures and sounds`);
  });
  return made;
}

async function makeFile({ make, name, ...plan }: FilePlan, storage: Services['storage']): Promise<MadeFile> {
  const content = await make();
  // The name is the key, so the start after an interrupted one overwrites the file instead of storing it twice.
  await storage.put(name, Readable.from([content]));
  const row = {
    ...plan,
    ...(plan.kind === 'image' ? await pictureFacts(content) : soundFacts(content)),
    id: newId(),
    storageKey: name,
    byteSize: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    searchText: searchText(plan.fileName),
  };
  return { name, row };
}

async function pictureFacts(content: Buffer) {
  const { width, height } = await sharp(content).metadata();
  return { contentType: 'image/webp', width, height };
}

// A WAV file's header gives its bytes a second at 28 and those of the sound at 40.
function soundFacts(content: Buffer) {
  const seconds = content.readUInt32LE(40) / content.readUInt32LE(28);
  return { contentType: 'audio/wav', durationMs: Math.round(seconds * 1000) };
}

function filePlans(): FilePlan[] {
  const picture = { kind: 'image', purpose: 'teaching' } as const;
  const sound = { kind: 'audio', purpose: 'teaching' } as const;
  return [
    ...covers.map(({ id }) => ({
      ...picture,
      name: coverName(id),
      fileName: `${id}.webp`,
      make: () => renderCover(id),
    })),
    ...bookPages.map(({ id }) => ({
      ...picture,
      name: pageName(id),
      fileName: `${id}.webp`,
      make: () => renderPagePicture(id),
    })),
    ...soundIds.map((id) => ({ ...sound, name: soundName(id), fileName: `${id}.wav`, make: () => synthesise(id) })),
    ...wall.flatMap(({ work }, post) => postFiles(work, String(post))),
    ...wall.flatMap(({ reply }, post) => replyFiles(reply?.sound, String(post))),
  ];
}

function replyFiles(id: SoundId | undefined, post: string): FilePlan[] {
  if (id === undefined) return [];
  const file = { kind: 'audio', purpose: 'community', fileName: 'reply.wav' } as const;
  return [{ ...file, name: replyName(post), make: () => synthesise(id) }];
}

function postFiles(work: (typeof wall)[number]['work'], post: string): FilePlan[] {
  const purpose = 'community';
  if ('sound' in work) {
    const { sound } = work;
    return [{ kind: 'audio', purpose, name: postName(post), fileName: `${sound}.wav`, make: () => synthesise(sound) }];
  }
  const { picture } = work;
  const file = { kind: 'image', purpose, fileName: `${picture}.webp` } as const;
  return [
    { ...file, name: postName(post), make: () => renderCommunityPicture(picture) },
    { ...file, name: postCardName(post), make: () => renderCommunityThumbnail(picture) },
  ];
}
