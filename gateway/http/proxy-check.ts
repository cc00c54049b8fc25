import { Router } from 'express';
import type { Request } from 'express';
import { named } from './request-log.ts';
import { noStore } from './security-headers.ts';

/**
 * `/proxy-check`: tells whoever asks what the proxies in front passed on of the very request, so that `npm run doctor`
 * sees whether forwarded headers arrive and are believed. A body is not read.
 */
export const proxyCheckRoutes = (): Router =>
  Router().all('/proxy-check', named('health'), noStore, (request, response) => {
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
