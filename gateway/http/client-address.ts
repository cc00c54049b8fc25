import type { Request } from 'express';

/** The client's address as the first trusted hop saw it; IPv4 in its plain form, also on a socket that speaks both. */
export function clientAddress(request: Request): string {
  return (request.ip ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
}
