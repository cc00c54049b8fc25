import type { Server } from 'node:http';
import express from 'express';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { createEngine } from './execution/engine.ts';
import { createGraphqlServer } from './graphql/server.ts';
import { loadSchema } from './graphql/schema.ts';
import { addressRoutes } from './http/address.ts';
import { explorerRoutes } from './explorer/routes.ts';
import { directPosts } from './http/direct-posts.ts';
import { Drain } from './http/drain.ts';
import { fileRoutes } from './http/files.ts';
import { graphqlRoutes } from './http/graphql.ts';
import { healthRoutes } from './http/health.ts';
import { createHttpServer } from './http/http-server.ts';
import { inTurn } from './http/in-turn.ts';
import { localeRoutes } from './http/locales.ts';
import { proxyCheckRoutes } from './http/proxy-check.ts';
import { errorAnswers, unknownPath } from './http/problem-answers.ts';
import { requestId } from './http/request-id.ts';
import { named, requestLog } from './http/request-log.ts';
import { dataHeaders, securityHeaders } from './http/security-headers.ts';
import { untrustedProxyWarning } from './http/untrusted-proxy.ts';
import { createWeb } from './http/web.ts';
import { metricsRoute } from './observability/metrics-route.ts';
import { createObservability } from './observability/observability.ts';
import { createLog } from './log.ts';
import { persistedNames } from './persisted/manifest.ts';
import { createRefresh } from './rest/refresh.ts';
import { createUpstream } from './rest/upstream.ts';
import type { Settings } from './settings.ts';

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
  const observability = await createObservability(settings, {
    knownOperations: persistedNames,
    inFlight: () => drain.count,
  });
  const { metrics, tracing } = observability;
  const refresh = createRefresh(upstream, settings.timeouts.call, (call) => metrics?.called(call));
  const schema = loadSchema(settings.root);
  const engine = createEngine(schema);
  const graphql = createGraphqlServer({ schema, engine, settings, log, metrics });
  await graphql.start();

  const app = express();
  const server = createHttpServer(app, {
    headers: settings.timeouts.headers,
    connections: settings.maxConnections,
    hasBegun: (socket) => drain.hasBegun(socket),
    refused: (limit) => metrics?.refused(limit),
  });
  const web = await createWeb(settings, server);
  const drain = new Drain(server, settings.timeouts.drain);
  app.disable('x-powered-by');
  // Answers of /graphql are never cached, so a hash of each would be work for nothing.
  app.disable('etag');
  app.set('trust proxy', settings.trustProxy);
  const parts = { upstream, refresh, timeouts: settings.timeouts, log, metrics, tracing };
  const atGraphql = graphqlRoutes({ server: graphql, engine, parts });
  const entrance = inTurn(drain.track, requestId, untrustedProxyWarning(log), requestLog(log, metrics));
  const errors = errorAnswers(log);
  const posts = inTurn(entrance, dataHeaders(settings), atGraphql.answer);
  server.on('request', directPosts({ app, posts, errors }));
  app.use(entrance, securityHeaders(settings));
  app.use(healthRoutes(upstream, () => drain.draining));
  app.use('/metrics', named('/metrics'), metricsRoute(metrics, settings.metrics));
  app.use(explorerRoutes({ settings, schema, parts, web: web.handler }));
  app.use(atGraphql.route);
  app.use(fileRoutes(upstream), localeRoutes(settings), addressRoutes(), proxyCheckRoutes(), web.handler);
  app.use(unknownPath, errors);

  return {
    app,
    server,
    async start() {
      await observability.open();
      return listen(server, settings);
    },
    async stop() {
      await web.close();
      await drain.finish();
      await graphql.stop();
      await upstream.close();
      await observability.close();
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
