import { Router } from 'express';
import { ApiProblem, notFound } from '#api/ground/http/problems.ts';
import type { LinkQuery } from '#api/ground/http/signed-links.ts';
import { asNotFound, sendFile, type StoredFile } from '#api/ground/media/send-file.ts';
import {
  ensureSizedPicture,
  isSizedAlready,
  type PictureSize,
  sizedPictureKey,
} from '#api/ground/media/sized-pictures.ts';
import type { Uses } from '#api/ground/services.ts';
import { id as idForm } from '#schema/rest/values.ts';
import { findMedia, type Media, type Sight } from './scope.ts';

/** The signed paths of stored files, which the gateway passes on. */
export function mediaRouter(services: Uses<'db' | 'links' | 'storage'>): Router {
  const { storage } = services;
  const router = Router({ caseSensitive: true });

  router.get('/media/:id/:fileName', async (request, response) => {
    response.locals.route = 'GET /api/media/{id}/{fileName}';
    const { id, fileName } = request.params;
    const linkRequest = { path: ['media', id, fileName], query: request.query, sight: 'everybody' } as const;
    const { media, maxAge } = await openLink(services, linkRequest);
    await sendFile(request, response, { file: original(media, fileName, maxAge), storage });
  });

  router.get('/media/:id/:view/:fileName', async (request, response) => {
    const { id, view, fileName } = request.params;
    if (!isView(view)) throw notFound();
    response.locals.route = `GET /api/media/{id}/${view}/{fileName}`;
    const linkRequest = {
      path: ['media', id, view, fileName],
      query: request.query,
      sight: views[view].sight,
    } as const;
    const { media, maxAge } = await openLink(services, linkRequest);
    const file = original(media, fileName, maxAge);
    const { size }: View = views[view];
    if (size !== undefined && media.kind !== 'image') throw notFound();
    const isOriginal = size === undefined || isSizedAlready(media, size);
    await sendFile(request, response, { file: isOriginal ? file : await sized(services, file, size), storage });
  });

  return router;
}

interface View {
  /** Absent for the stored file itself. */
  readonly size?: PictureSize;
  readonly sight: Sight;
}

const views = {
  small: { size: 'small', sight: 'everybody' },
  phone: { size: 'phone', sight: 'everybody' },
  tablet: { size: 'tablet', sight: 'everybody' },
  own: { sight: 'own' },
  'own-small': { size: 'small', sight: 'own' },
  staff: { sight: 'staff' },
  'staff-small': { size: 'small', sight: 'staff' },
} satisfies Record<string, View>;

const isView = (name: string): name is keyof typeof views => Object.hasOwn(views, name);

interface Asked {
  readonly path: readonly [string, string, ...string[]];
  readonly query: LinkQuery;
  readonly sight: Sight;
}

// The signature is checked before the database is asked, so that a caller without a signed path learns nothing.
async function openLink({ db, links }: Uses<'db' | 'links'>, { path, query, sight }: Asked) {
  const maxAge = links.secondsLeft(path, query);
  if (maxAge === undefined) throw new ApiProblem({ status: 403, messageKey: 'messages.linkExpired' });
  const id = idForm.safeParse(path[1]);
  const media = id.success ? await findMedia(db, id.data, sight) : undefined;
  if (!media) throw notFound();
  return { media, maxAge };
}

function original(media: Media, fileName: string, maxAge: number): StoredFile {
  return {
    storageKey: media.storageKey,
    size: media.byteSize,
    contentType: media.contentType,
    fileName,
    etag: `"${media.sha256}"`,
    lastModified: media.createdAt,
    maxAge,
  };
}

async function sized({ storage }: Uses<'storage'>, file: StoredFile, size: PictureSize): Promise<StoredFile> {
  return {
    ...file,
    size: await ensureSizedPicture(storage, file.storageKey, size).catch(asNotFound),
    storageKey: sizedPictureKey(file.storageKey, size),
    contentType: 'image/webp',
    etag: file.etag.replace(/"$/, `-${size}"`),
  };
}
