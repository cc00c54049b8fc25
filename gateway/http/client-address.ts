import { isIP } from 'node:net';
import type { Request } from 'express';

/**
 * The client's address as the first trusted hop saw it, or that hop's own where it reports none that is one; IPv4 in
 * its plain form, also on a socket that speaks both.
 */
export function clientAddress(request: Request): string {
  const reported = request.ip ?? '';
  const address = isIP(reported) > 0 ? reported : (request.socket.remoteAddress ?? '');
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
