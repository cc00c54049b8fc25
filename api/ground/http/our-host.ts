import type { RequestListener } from 'node:http';
import type { Settings } from '#api/ground/settings/settings.ts';
import { checksHosts, createHostCheck } from '#schema/settings/own-hosts.ts';
import { isThisMachine } from '#schema/settings/this-machine.ts';
import { ApiProblem } from './problems.ts';
import { requestIdFor } from './request-id.ts';

/**
 * Refuses a request that names two hosts (400; RFC 9112 section 3.2: Node and a proxy could read different ones) or a
 * host that is not ours (421; against DNS rebinding), and closes the connection. The second check applies only while the
 * API listens on this machine alone; inside a network it may have any name.
 */
export function ourHost(settings: Settings, listener: RequestListener): RequestListener {
  const isOurs = hostCheckOf(settings);
  return (request, response) => {
    const status = namesTwoHosts(request.rawHeaders)
      ? 400
      : isOurs(request.headers.host ?? '', request.url ?? '')
        ? undefined
        : 421;
    if (status === undefined) return void listener(request, response);
    const problem = new ApiProblem({ status, messageKey: 'messages.badRequest' });
    const type = 'application/problem+json; charset=utf-8';
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', connection: 'close' });
    response.end(JSON.stringify(problem.body(requestIdFor(request), '/api')));
  };
}

function hostCheckOf({ publicUrl, host, allowedHosts }: Settings): (host: string, path: string) => boolean {
  const listensHere = isThisMachine(`http://${host.includes(':') ? `[${host}]` : host}`);
  if (!listensHere || !checksHosts(publicUrl)) return () => true;
  return createHostCheck({ addresses: [publicUrl], allowed: allowedHosts });
}

// Names and values alternate.
const namesTwoHosts = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;
