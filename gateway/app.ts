import type { Server } from 'node:http';
import express from 'express';
import type { ErrorRequestHandler, Express, Request, Response } from 'express';
import type { Logger } from 'pino';
import { loadSchema } from './graphql/schema.ts';
import { createBoard } from './board/routes.ts';
import { explorerRoutes } from './explorer/routes.ts';
import { Drain } from './http/drain.ts';
import { addressRoutes, untrustedProxyWarning } from './http/client-address.ts';
import { fileRoutes } from './http/files.ts';
import { healthRoutes } from './http/health.ts';
import { cspReportRoute } from './http/csp-reports.ts';
import { createHttpServer } from './http/http-server.ts';
import { hostCheckOf } from './http/own-hosts.ts';
import { localeRoutes } from './http/locales.ts';
import { metricsRoute } from './http/metrics.ts';
import { errorAnswers, unknownPath } from './http/problems.ts';
import { setRequestId, writeRequestId } from './http/request-id.ts';
import { nameRoute, requestLog } from './http/request-log.ts';
import { dataHeaders, securityHeaders } from './http/security-headers.ts';
import { securityTxtRoute } from './http/security-txt.ts';
import { createWeb } from './http/web.ts';
import { createObservability } from './observability/observability.ts';
import { createLog } from './log.ts';
import type { Metrics } from './observability/metrics.ts';
import { readBuiltPages } from './pages/built-pages.ts';
import { createPageAnswers } from './pages/page-answers.ts';
import { studentPage } from './pages/student-page.ts';
import { createGraphqlServer } from './pipeline/apollo.ts';
import { createExecutor } from './pipeline/execute.ts';
import { persistedNames } from './pipeline/operation.ts';
import { graphqlRoute, type GraphqlRoute } from './pipeline/pipeline.ts';
import { createRefresh } from './rest/refresh.ts';
import { createUpstream } from './rest/upstream.ts';
import type { Settings } from './settings.ts';

export interface Gateway {
  readonly app: Express;
  readonly server: Server;
  /** Starts to listen. Resolves with the port, which the system chooses when the setting is 0. */
  start(): Promise<number>;
  /** Reports unready at once, finishes the requests in flight, and resolves when every connection is closed. */
  stop(): Promise<void>;
}

/** Builds the gateway without listening. /api need not be up yet. */
export async function createApp(settings: Settings, log: Logger = createLog(settings.logLevel)): Promise<Gateway> {
  const upstream = createUpstream(settings);
  const observability = await createObservability(settings, {
    knownOperations: persistedNames,
    // A stream to a tablet lasts for minutes, and would hide the other requests in progress.
    inFlight: () => drain.count - board.count(),
  });
  const { metrics, tracing } = observability;
  const refresh = createRefresh(upstream, settings.timeouts.call, (call) => metrics?.called(call));
  const schema = loadSchema(settings.root);
  const executor = createExecutor(schema);
  const apollo = createGraphqlServer({ schema, executor, settings, log, metrics });
  await apollo.start();

  const app = express();
  const server = createHttpServer(app, {
    headers: settings.timeouts.headers,
    connections: settings.maxConnections,
    hasSentHeaders: (socket) => drain.hasSentHeaders(socket),
    refused: (limit) => metrics?.refused(limit),
    isOurHost: hostCheckOf(settings, log),
    serve: (request, response) => serve(request, response),
  });
  const behindTls = settings.publicUrl.startsWith('https:');
  const parts = { upstream, refresh, timeouts: settings.timeouts, behindTls, log, metrics, tracing };
  const built = readBuiltPages(settings.root);
  const pageAnswers = createPageAnswers(executor, parts, settings.timeouts.page);
  const web = await createWeb(settings, server, built && studentPage(built, pageAnswers));
  const drain = new Drain(server, settings.timeouts.drain);
  app.disable('x-powered-by');
  // Answers of /graphql are never cached, so they need no ETag.
  app.disable('etag');
  app.set('trust proxy', settings.trustProxy);
  const board = createBoard(parts, settings.board);
  const graphql = graphqlRoute({ server: apollo, executor, parts, headers: dataHeaders(settings) });
  const answerError = errorAnswers(log);
  const serve = serving({ app, begin: begin({ drain, log, metrics }), graphql, answerError });
  app.use(graphql);
  app.use(securityHeaders(settings));
  app.use(healthRoutes(upstream, () => drain.draining));
  app.use('/metrics', nameRoute('/metrics'), metricsRoute(metrics, settings.metrics));
  app.use(board.routes);
  app.use(securityTxtRoute(settings), cspReportRoute(log, metrics));
  app.use(explorerRoutes({ settings, schema, parts, web: web.handler }));
  app.use(fileRoutes(upstream), localeRoutes(settings), addressRoutes(), web.handler);
  app.use(unknownPath, answerError);

  return {
    app,
    server,
    async start() {
      await observability.open();
      return listen(server, settings);
    },
    async stop() {
      await web.close();
      board.close();
      await drain.finish();
      await apollo.stop();
      await upstream.close();
      await observability.close();
    },
  };
}

interface BeginOptions {
  readonly drain: Drain;
  readonly log: Logger;
  readonly metrics: Metrics | undefined;
}

/** The first steps of every request. */
function begin({ drain, log, metrics }: BeginOptions) {
  const warnOfProxy = untrustedProxyWarning(log);
  const logRequest = requestLog(log, metrics);
  return (request: Request, response: Response): void => {
    drain.track(response);
    setRequestId(request, response);
    warnOfProxy(request);
    logRequest(request, response);
  };
}

interface Serving {
  readonly app: Express;
  readonly begin: (request: Request, response: Response) => void;
  readonly graphql: GraphqlRoute;
  readonly answerError: ErrorRequestHandler;
}

/** Answers operations, as the web app sends them, without Express's router, which asks layer after layer. */
function serving({ app, begin: beginRequest, graphql, answerError }: Serving) {
  return (request: Request, response: Response): void => {
    // The app's last handler answers every request, so only an answer that broke off arrives here.
    const breakOff = (): void => void response.destroy();
    beginRequest(request, response);
    if (request.method === 'POST' && request.url === '/graphql') {
      graphql(request, response, breakOff)
        .catch((error: unknown) => answerError(error, request, response, breakOff))
        .catch(breakOff);
      return;
    }
    writeRequestId(response);
    app.router(request, response, breakOff);
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
