import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { listen } from './listen.ts';
import { unavailable } from './problems.ts';

const health: Readonly<Record<string, readonly [status: number, body: object]>> = {
  '/healthz': [200, { status: 'ok' }],
  '/readyz': [503, { ready: false, reason: 'starting' }],
};

/** Answers before the API can serve, as while it waits for its database: alive, not ready, and 503 for all the rest. */
const whileStarting: RequestListener = (request, response) => {
  const [path = ''] = (request.url ?? '').split('?');
  const answer = health[path];
  if (answer) {
    const [status, body] = answer;
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
    response.end(JSON.stringify(body));
  } else {
    const problem = unavailable();
    const type = 'application/problem+json; charset=utf-8';
    response.writeHead(problem.status, { ...problem.headers, 'content-type': type, 'cache-control': 'no-store' });
    response.end(JSON.stringify(problem.body(randomUUID(), '/api')));
  }
};

interface EarlyServer {
  readonly server: Server;
  readonly port: number;
  /** Lets requests in, once everything is there that they need. */
  readonly open: (listener: RequestListener) => void;
}

/** Listens before the process can serve, so that it answers its health meanwhile; stops when the start fails. */
export async function startEarly<Running>(
  at: Parameters<typeof listen>[1],
  start: (early: EarlyServer) => Promise<Running>,
): Promise<Running> {
  const server = createServer(whileStarting);
  const port = await listen(server, at);
  try {
    return await start({
      server,
      port,
      open: (listener) => void server.off('request', whileStarting).on('request', listener),
    });
  } catch (error) {
    server.close();
    server.closeAllConnections();
    throw error;
  }
}
