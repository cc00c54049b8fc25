import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AnswersUnderWay, answersUnderWay } from './drain.ts';
import { listen } from './listen.ts';
import { unavailable } from './problems.ts';

const patienceMs = 4_000;
const mostWaiting = 500;

const health: Readonly<Record<string, readonly [status: number, body: object]>> = {
  '/healthz': [200, { status: 'ok' }],
  '/readyz': [503, { ready: false, reason: 'starting' }],
};

const answerHealth = (response: ServerResponse, [status, body]: readonly [status: number, body: object]): void => {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
};

const refuse = (response: ServerResponse): void => {
  const problem = unavailable();
  const type = 'application/problem+json; charset=utf-8';
  response.writeHead(problem.status, { ...problem.headers, 'content-type': type, 'cache-control': 'no-store' });
  response.end(JSON.stringify(problem.body(randomUUID(), '/api')));
};

/**
 * Answers while the API is starting, for example while it waits for its database: alive, not ready. A proxy without
 * health checks sends requests as soon as the port listens, so requests wait for the start and get 503 when it takes
 * too long.
 */
function startingAnswers(server: Server): { readonly open: (listener: RequestListener) => void } {
  const waiting = new Map<ServerResponse, IncomingMessage>();
  const whileStarting: RequestListener = (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const answer = health[path];
    if (answer) {
      answerHealth(response, answer);
      return;
    }
    if (waiting.size >= mostWaiting) {
      refuse(response);
      return;
    }
    waiting.set(response, request);
    const late = setTimeout(() => waiting.delete(response) && refuse(response), patienceMs);
    response.once('close', () => {
      clearTimeout(late);
      waiting.delete(response);
    });
  };
  server.on('request', whileStarting);
  return {
    open(listener) {
      server.off('request', whileStarting).on('request', listener);
      const requests = [...waiting];
      waiting.clear();
      for (const [response, request] of requests) server.emit('request', request, response);
    },
  };
}

interface EarlyServer {
  readonly server: Server;
  readonly answers: AnswersUnderWay;
  readonly port: number;
  /** Lets requests in when all dependencies are ready. */
  readonly open: (listener: RequestListener) => void;
}

/** Listens before the process can serve, so that health checks are answered; stops when the start fails. */
export async function startEarly<Running>(
  at: Parameters<typeof listen>[1],
  start: (early: EarlyServer) => Promise<Running>,
): Promise<Running> {
  const server = createServer();
  const answers = answersUnderWay(server);
  const { open } = startingAnswers(server);
  const port = await listen(server, at);
  try {
    return await start({ server, answers, port, open });
  } catch (error) {
    server.close();
    server.closeAllConnections();
    throw error;
  }
}
