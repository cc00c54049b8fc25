import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyaddr from 'proxy-addr';

/** Trusted proxies. The gateway is the first hop and reports the visitor's address. */
const trustedHop = proxyaddr.compile(['loopback', 'linklocal', 'uniquelocal']);

/** The visitor's address as the first trusted hop reports it; a hop is trusted when it reports an address. */
export function visitorAddressOf(request: IncomingMessage): string {
  const address = proxyaddr(request, trustedHop);
  return isIP(address) > 0 ? address : (request.socket.remoteAddress ?? '');
}
