import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/**
 * Warns once when a request names the visitor's address and TRUST_PROXY does not name who sends it: behind such a proxy
 * the whole school is one address, to the limits as to the reports.
 */
export function untrustedProxyWarning(log: Logger): RequestHandler {
  let warned = false;
  return (request, _response, next) => {
    // Express lists the addresses of the header only when it trusts the connection's other end.
    if (!warned && request.headers['x-forwarded-for'] !== undefined && request.ips.length === 0) {
      warned = true;
      log.warn(
        'X-Forwarded-For comes from a proxy that TRUST_PROXY does not name, and is not believed. Is one in front?',
      );
    }
    next();
  };
}
