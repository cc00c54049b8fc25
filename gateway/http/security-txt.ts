import { Router } from 'express';
import type { Settings } from '#gateway/settings.ts';
import { sendProblem } from './problems.ts';
import { nameRoute } from './request-log.ts';

const path = '/.well-known/security.txt';
/** In milliseconds. RFC 9116 recommends less than a year; the day is computed, so that the file never grows old. */
const validFor = 180 * 24 * 60 * 60 * 1000;

/** The contact for reports of a vulnerability (RFC 9116); 404 without the setting. */
export function securityTxtRoute({ securityContact, publicUrl }: Settings): Router {
  return Router().get(path, nameRoute(path), (_request, response) => {
    if (securityContact === undefined) return sendProblem(response, 404);
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(Date.now() + validFor).toISOString().slice(0, 10)}T00:00:00Z`,
      'Preferred-Languages: en, ja',
      `Canonical: ${publicUrl}${path}`,
    ];
    response
      .set('cache-control', 'public, max-age=86400')
      .type('text/plain')
      .send(`${lines.join('\n')}\n`);
  });
}
