import type { Readable } from 'node:stream';
import { backupFormat, folderOf, type ListedFile, listedFile, type Manifest, manifestForm } from './manifest.ts';
import { linesOf, openPart } from './parts.ts';
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
  const text = await textOf(await place.open(`${folderOf(backup)}/manifest.json`));
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed === 'object' && parsed && 'version' in parsed && Number(parsed.version) > backupFormat)
    throw new Error(
      `The backup ${backup} was made by a newer Manabook than this one. Install that version, or a later one`,
    );
  return manifestForm.parse(parsed);
}

/** The files that a backup holds. */
export async function* filesOf(place: Place, { name, files }: Manifest): AsyncGenerator<ListedFile> {
  const content = await openPart({ place, key: undefined, recipients: null, folder: folderOf(name), written: files });
  for await (const line of linesOf(content)) yield listedFile.parse(JSON.parse(line));
}

export async function textOf(content: Readable): Promise<string> {
  let text = '';
  content.setEncoding('utf8');
  for await (const chunk of content as AsyncIterable<string>) text += chunk;
  return text;
}
