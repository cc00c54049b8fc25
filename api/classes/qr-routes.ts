import { and, eq, isNull } from 'drizzle-orm';
import { Router } from 'express';
import { classes } from '#api/db/schema.ts';
import { ApiProblem, notFound } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import { id as idForm } from '#schema/rest/values.ts';
import { classUrl, qrFileName } from './links.ts';
import { qrPng, qrSvg } from './qr-code.ts';

/** The signed paths of classes' QR codes, made when asked for: `/downloads/class-qr/<id>/<name>.svg|png`. */
export function classQrRouter({ db, links, settings }: Services): Router {
  const router = Router({ caseSensitive: true });

  router.get('/downloads/class-qr/:id/:fileName', async (request, response) => {
    response.locals.route = 'GET /api/downloads/class-qr/{id}/{fileName}';
    const { id, fileName } = request.params;
    const maxAge = links.secondsLeft(['downloads', 'class-qr', id, fileName], request.query);
    if (maxAge === undefined) throw new ApiProblem({ status: 403, messageKey: 'messages.linkExpired' });
    const found = idForm.safeParse(id).success ? await findCodes(db, id) : undefined;
    const format = fileName.endsWith('.png') ? 'png' : 'svg';
    // A name from before the code was regenerated is of a code that is dead.
    if (!found || fileName !== qrFileName(found, format)) throw notFound();
    const text = classUrl(settings, found.classHashCode);
    response
      .set({
        'cache-control': `private, max-age=${maxAge}, immutable`,
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'content-disposition': `inline; filename="${found.classCode}.${format}"`,
      })
      .type(format)
      .send(format === 'png' ? await qrPng(text) : await qrSvg(text));
  });

  return router;
}

async function findCodes(db: Services['db'], id: string) {
  const [found] = await db
    .select({ id: classes.id, classCode: classes.classCode, classHashCode: classes.classHashCode })
    .from(classes)
    .where(and(eq(classes.id, id), isNull(classes.deletedAt)));
  return found;
}
