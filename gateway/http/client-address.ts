import { isIP } from 'node:net';
import { Router } from 'express';
import type { Request } from 'express';
import type { Logger } from 'pino';
import { nameRoute } from './request-log.ts';
import { noStore } from './security-headers.ts';

/**
 * The client's address as the first trusted proxy saw it, or that proxy's own where it reports none that is one; IPv4 in
 * its plain form, also on a socket of both kinds.
 */
export function clientAddress(request: Request): string {
  const reported = request.ip ?? '';
  const address = isIP(reported) > 0 ? reported : (request.socket.remoteAddress ?? '');
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * `/ip?format=json`: section 7's look-up of the visitor's public address, so that no third party is asked.
 * `/proxy-check`: what the proxies in front passed on of this very request, for `npm run doctor`; a body is not read.
 */
export const addressRoutes = (): Router =>
  Router()
    .get('/ip', nameRoute('/ip'), noStore, (request, response) => {
      response.json({ ip: clientAddress(request) });
    })
    .all('/proxy-check', nameRoute('health'), noStore, (request, response) => {
      response.json({
        service: 'manabook',
        forwarded: forwardedOf(request),
        protocol: request.secure ? 'https' : 'http',
      });
    });

// Express gives the addresses of a header, and another protocol than the socket's, only where the proxy is trusted.
function forwardedOf(request: Request): 'none' | 'trusted' | 'untrusted' {
  const { 'x-forwarded-for': addresses, 'x-forwarded-proto': protocol } = request.headers;
  if (addresses === undefined && protocol === undefined) return 'none';
  return request.ips.length > 0 || (protocol === 'https' && request.secure) ? 'trusted' : 'untrusted';
}

/**
 * Warns once when a request has X-Forwarded-For and TRUST_PROXY does not name the proxy that sends it: limits and reports
 * would take the whole school for one address.
 */
export function untrustedProxyWarning(log: Logger) {
  let isWarned = false;
  return (request: Request): void => {
    if (isWarned || request.headers['x-forwarded-for'] === undefined || request.ips.length > 0) return;
    isWarned = true;
    log.warn(
      'X-Forwarded-For comes from a proxy that TRUST_PROXY does not name, and is not believed. Is one in front?',
    );
  };
}
