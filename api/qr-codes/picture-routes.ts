import { and, eq, isNull } from 'drizzle-orm';
import { Router } from 'express';
import { classUrl } from '#api/classes/links.ts';
import { classes } from '#api/db/schema.ts';
import type { Services } from '#api/services.ts';
import { contentUrl } from './content-links.ts';
import { printedPages } from './printed-pages.ts';
import { type Coded, sendQrPicture } from './send-picture.ts';

/** The signed paths of QR codes, made when asked for: `/downloads/class-qr|content-qr/<id>/<name>.svg|png`. */
export function qrPictureRouter(services: Services): Router {
  const router = Router({ caseSensitive: true });
  router.get('/downloads/class-qr/:id/:fileName', (request, response) =>
    sendQrPicture(services, { request, response, kind: 'class-qr' }, (id) => findClassCode(services, id)),
  );
  router.get('/downloads/content-qr/:id/:fileName', (request, response) =>
    sendQrPicture(services, { request, response, kind: 'content-qr' }, (id) => findContentCode(services, id)),
  );
  return router;
}

// Without a caption: no short code may open a class, or a regenerated code would not be dead.
async function findClassCode({ db, settings }: Services, id: string): Promise<Coded | undefined> {
  const [found] = await db
    .select({ hashCode: classes.classHashCode })
    .from(classes)
    .where(and(eq(classes.id, id), isNull(classes.deletedAt)));
  return found && { ...found, url: classUrl(settings, found.hashCode) };
}

async function findContentCode({ db, settings }: Services, contentId: string): Promise<Coded | undefined> {
  const [page] = await printedPages(db, { contentId });
  return page && { hashCode: page.hashCode, url: contentUrl(settings, page.hashCode), caption: page.pageCode };
}
