import { createServer } from 'node:http';
import type { Server } from 'node:http';
import express from 'express';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { createGraphqlServer } from './graphql/server.ts';
import { loadSchema } from './graphql/schema.ts';
import { Drain } from './http/drain.ts';
import { fileRoutes } from './http/files.ts';
import { graphqlRoute } from './http/graphql.ts';
import { healthRoutes } from './http/health.ts';
import { localeRoutes } from './http/locales.ts';
import { errorAnswers, unknownPath } from './http/problem-answers.ts';
import { requestId } from './http/request-id.ts';
import { requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import { createWeb } from './http/web.ts';
import { createLog } from './log.ts';
import { createRefresh } from './rest/refresh.ts';
import { createUpstream } from './rest/upstream.ts';
import type { Settings } from './settings.ts';

// A class's tablets come back within the minute; nobody needs long for headers; an upload may take its three minutes.
const serverTimes = { keepAliveTimeout: 65_000, headersTimeout: 15_000, requestTimeout: 200_000 };

export interface Gateway {
  readonly app: Express;
  readonly server: Server;
  /** Listens; resolves with the port, which matters when the settings say 0. */
  start(): Promise<number>;
  /** Unready at once, finishes what is in flight, closes; resolves when nothing is open any more. */
  stop(): Promise<void>;
}

/** Builds the whole gateway without listening; /api may still be down. */
export async function createApp(settings: Settings, log: Logger = createLog(settings.logLevel)): Promise<Gateway> {
  const upstream = createUpstream(settings);
  const refresh = createRefresh(upstream, settings.timeouts.call);
  const graphql = createGraphqlServer(loadSchema(settings.root), settings, log);
  await graphql.start();

  const app = express();
  const server = createServer(serverTimes, app);
  const web = await createWeb(settings, server);
  const drain = new Drain(server, settings.timeouts.drain);
  app.disable('x-powered-by');
  // Answers of /graphql are never cached, so a hash of each would be work for nothing.
  app.disable('etag');
  app.set('trust proxy', settings.trustProxy);
  app.use(drain.track, requestId, requestLog(log), securityHeaders(settings));
  app.use(healthRoutes(upstream, () => drain.draining));
  app.use(graphqlRoute(graphql, { upstream, refresh, callTimeout: settings.timeouts.call, log }));
  app.use(fileRoutes(upstream), localeRoutes(settings), web.handler);
  app.use(unknownPath, errorAnswers(log));

  return {
    app,
    server,
    start: () => listen(server, settings),
    async stop() {
      await web.close();
      await drain.finish();
      await graphql.stop();
      await upstream.close();
    },
  };
}

function listen(server: Server, { port, host }: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
