import { isIP } from 'node:net';
import { Router } from 'express';
import type { Request } from 'express';
import type { Logger } from 'pino';
import { inventedAddress } from '#schema/settings/invented-address.ts';
import { nameRoute } from './request-log.ts';
import { noStore } from './security-headers.ts';

/**
 * The client's address, as the first trusted proxy reports it; the proxy's own address when its report is no address.
 * IPv4 addresses are in their plain form, also on a dual-stack socket.
 */
export function clientAddress(request: Request): string {
  const reported = request.ip ?? '';
  const address = isIP(reported) > 0 ? reported : (request.socket.remoteAddress ?? '');
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * `/ip?format=json`: the visitor's public address (section 7), so that pages ask no third party. `/proxy-check`: the
 * headers that the proxies passed on with this request, for `npm run doctor`.
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
        inventedBelieved: believesInvented(request),
      });
    });

// Express reads X-Forwarded-For and X-Forwarded-Proto only from a trusted proxy.
function forwardedOf(request: Request): 'none' | 'trusted' | 'untrusted' {
  const { 'x-forwarded-for': addresses, 'x-forwarded-proto': protocol } = request.headers;
  if (addresses === undefined && protocol === undefined) return 'none';
  return request.ips.length > 0 || (protocol === 'https' && request.secure) ? 'trusted' : 'untrusted';
}

// With addresses in TRUST_PROXY, only those proxies may report a client. With a number, the last N entries are believed
// whoever sent them, so a number that is too high believes every client.
const believesInvented = (request: Request): boolean =>
  typeof request.app.get('trust proxy') === 'number' && clientAddress(request) === inventedAddress;

/**
 * Warns once when a request has X-Forwarded-For and TRUST_PROXY does not name its sender. Limits and reports would then
 * take the whole school for one address.
 */
export function untrustedProxyWarning(log: Logger) {
  let isWarned = false;
  return (request: Request): void => {
    const addresses = request.headers['x-forwarded-for'];
    // `npm run doctor` sends this header itself, so its request does not reveal a proxy.
    if (isWarned || addresses === undefined || addresses === inventedAddress || request.ips.length > 0) return;
    isWarned = true;
    log.warn(
      'X-Forwarded-For comes from a proxy that TRUST_PROXY does not name, and is not believed. Is one in front?',
    );
  };
}
