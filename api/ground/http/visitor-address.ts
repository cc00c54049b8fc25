import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyaddr from 'proxy-addr';

/** Whether a hop is believed. The gateway is the one in front; it says whose request it carries. */
const trustedHop = proxyaddr.compile(['loopback', 'linklocal', 'uniquelocal']);

/** The visitor's address as the first trusted hop saw it; a hop is believed where it names an address at all. */
export function visitorAddressOf(request: IncomingMessage): string {
  const address = proxyaddr(request, trustedHop);
  return isIP(address) > 0 ? address : (request.socket.remoteAddress ?? '');
}
