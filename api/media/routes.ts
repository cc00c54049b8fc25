import { Router } from 'express';
import { classQrRouter } from '#api/classes/qr-routes.ts';
import { ApiProblem, notFound } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import { id as idForm } from '#schema/rest/values.ts';
import { asNotFound, sendFile, type StoredFile } from './send-file.ts';
import type { LinkQuery } from './signed-links.ts';
import { ensureSmallPicture, smallPictureKey } from './small-picture.ts';
import { findMedia, type Media } from './store.ts';

/** The signed paths that the gateway passes on: stored files under `/media`, files made on request under `/downloads`. */
export function mediaRouter(services: Services): Router {
  const { storage } = services;
  const router = Router({ caseSensitive: true });

  router.get('/media/:id/:fileName', async (request, response) => {
    response.locals.route = 'GET /api/media/{id}/{fileName}';
    const { id, fileName } = request.params;
    const { media, maxAge } = await openLink(services, ['media', id, fileName], request.query);
    await sendFile(request, response, { file: original(media, fileName, maxAge), storage });
  });

  router.get('/media/:id/small/:fileName', async (request, response) => {
    response.locals.route = 'GET /api/media/{id}/small/{fileName}';
    const { id, fileName } = request.params;
    const { media, maxAge } = await openLink(services, ['media', id, 'small', fileName], request.query);
    if (media.kind !== 'image') throw notFound();
    const file = await small(services, original(media, fileName, maxAge));
    await sendFile(request, response, { file, storage });
  });

  router.use(classQrRouter(services));
  return router;
}

// The signature comes before the database: who has no signed path learns nothing.
async function openLink({ db, links }: Services, path: readonly [string, string, ...string[]], query: LinkQuery) {
  const maxAge = links.secondsLeft(path, query);
  if (maxAge === undefined) throw new ApiProblem({ status: 403, messageKey: 'messages.linkExpired' });
  const id = idForm.safeParse(path[1]);
  const media = id.success ? await findMedia(db, id.data) : undefined;
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

async function small({ storage }: Services, file: StoredFile): Promise<StoredFile> {
  const size = await ensureSmallPicture(storage, file.storageKey).catch(asNotFound);
  return {
    ...file,
    storageKey: smallPictureKey(file.storageKey),
    size,
    contentType: 'image/webp',
    etag: file.etag.replace(/"$/, '-small"'),
  };
}
