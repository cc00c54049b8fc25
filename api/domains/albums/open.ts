import { pipeline } from 'node:stream/promises';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { hashOf } from '#api/domains/auth/tokens.ts';
import { readerRole } from '#api/domains/users/reader.ts';
import { profiles, studentAlbums } from '#api/ground/db/schema.ts';
import type { Download } from '#api/ground/http/downloads.ts';
import type { Uses } from '#api/ground/services.ts';
import { type openFamilyAlbum, studentAlbums as listAlbums } from '#schema/rest/albums.ts';
import type { ResponseOf } from '#schema/rest/operation.ts';
import { albumFileName } from './detail.ts';
import { albumFormats, type AlbumFormat, fileKey } from './files.ts';
import { firstNameOf } from './first-name.ts';
import { albumsVisibleTo, isOpen } from './scope.ts';
import { albumLink } from './token.ts';

/** Opens the album of a family's token and counts the opening; undefined for a wrong token or an ended link. */
export async function openByToken(
  { db, links, secrets, settings }: Uses<'db' | 'links' | 'secrets' | 'settings'>,
  token: string,
): Promise<ResponseOf<typeof openFamilyAlbum> | undefined> {
  const [album] = await db
    .select()
    .from(studentAlbums)
    .where(and(eq(studentAlbums.tokenHash, hashOf(token)), isOpen));
  // A key that was revoked ends the links that it made.
  if (!album || albumLink(secrets, settings, album) === null) return undefined;
  await db
    .update(studentAlbums)
    .set({ openedCount: sql`${studentAlbums.openedCount} + 1`, lastOpenedAt: sql`now()` })
    .where(eq(studentAlbums.id, album.id));
  const { profileId, expiresAt, pdfSize, zipSize } = album;
  const [child] = await db
    .select({ name: profiles.name, animal: profiles.animal })
    .from(profiles)
    .where(eq(profiles.id, profileId));
  if (!child || expiresAt === null || pdfSize === null || zipSize === null) return undefined;
  const file = (format: AlbumFormat) =>
    links.shortDownload('album', `${format}.${album.id}.family`, albumFileName(settings.timeZone, album, format));
  return {
    firstName: firstNameOf(child.name),
    animal: child.animal,
    expiresAt: expiresAt.toISOString(),
    ...{ pdf: file('pdf'), pdfSize, zip: file('zip'), zipSize },
  };
}

const contentTypes: Readonly<Record<AlbumFormat, string>> = { pdf: 'application/pdf', zip: 'application/zip' };

// The signature guards the reference against changes. Each download checks again whether the reader may see the album.
const made = z.tuple([z.enum(albumFormats), z.uuid(), z.union([z.uuid(), z.literal('family')])]);

/** A file of an album; undefined when its link has ended, or when staff do not see it any more. */
export async function albumFile(
  { db, storage }: Uses<'db' | 'storage'>,
  reference: string,
): Promise<Download | undefined> {
  const [format, albumId, reader] = made.parse(reference.split('.'));
  const kind = reader === 'family' ? undefined : await readerRole(db, reader, listAlbums);
  if (reader !== 'family' && kind === undefined) return undefined;
  const sight = kind === undefined ? undefined : albumsVisibleTo({ kind, userId: reader, sessionId: null });
  const [album] = await db
    .select({ storageKey: studentAlbums.storageKey })
    .from(studentAlbums)
    .where(and(eq(studentAlbums.id, albumId), isOpen, sight));
  if (!album) return undefined;
  const key = fileKey(album.storageKey, format);
  if ((await storage.size(key)) === undefined) return undefined;
  return {
    contentType: contentTypes[format],
    write: async (target) => pipeline(await storage.open(key), target),
  };
}
