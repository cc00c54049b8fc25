import type { Readable } from 'node:stream';
import { linesOf } from '#api/ground/files/lines-of.ts';
import { messageOf } from '#api/ground/message-of.ts';
import { backupFormat, folderOf, type ListedFile, listedFile, type Manifest, manifestForm } from './manifest.ts';
import { openPart } from './parts.ts';
import type { Place } from './place.ts';

const manifestName = /^backups\/([\w-]+)\/manifest\.json$/;

/** The names of the complete backups in a place, the newest first. */
export async function findBackups(place: Place): Promise<string[]> {
  const names: string[] = [];
  for await (const name of place.list('backups')) {
    const [, backup] = manifestName.exec(name) ?? [];
    if (backup !== undefined) names.push(backup);
  }
  return names.sort().reverse();
}

export async function manifestOf(place: Place, backup: string): Promise<Manifest> {
  const parsed = await place
    .open(`${folderOf(backup)}/manifest.json`)
    .then(textOf)
    .then((text): unknown => JSON.parse(text))
    .catch((error: unknown) => {
      throw unreadable(backup, error);
    });
  if (typeof parsed === 'object' && parsed && 'version' in parsed && Number(parsed.version) > backupFormat)
    throw new Error(
      `The backup ${backup} was made by a newer Manabook than this one. Install that version, or a later one`,
    );
  const manifest = manifestForm.safeParse(parsed);
  if (!manifest.success) throw unreadable(backup, manifest.error);
  return manifest.data;
}

/** The files that a backup holds. A damaged list fails at its end at the latest. */
export async function* filesOf(place: Place, { name, files }: Manifest): AsyncGenerator<ListedFile> {
  const written = { place, key: undefined, recipients: null, folder: folderOf(name), written: files };
  try {
    for await (const line of linesOf(await openPart(written))) yield listedFile.parse(JSON.parse(line));
  } catch (error) {
    throw unreadable(name, error);
  }
}

const unreadable = (backup: string, error: unknown): Error =>
  new Error(`The backup ${backup} cannot be read: ${messageOf(error)}`, { cause: error });

export async function textOf(content: Readable): Promise<string> {
  let text = '';
  content.setEncoding('utf8');
  for await (const chunk of content as AsyncIterable<string>) text += chunk;
  return text;
}
