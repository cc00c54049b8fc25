import type { ApolloServer, HTTPGraphQLResponse } from '@apollo/server';
import { HeaderMap } from '@apollo/server';
import type { Request, Response } from 'express';
import { createContext } from '#gateway/context.ts';
import type { Context, ContextParts } from '#gateway/context.ts';
import { requestIdOf, writeRequestId } from '#gateway/http/request-id.ts';
import type { HeaderList } from '#gateway/http/security-headers.ts';
import type { Executor } from './execute.ts';
import { findOperation } from './operation.ts';
import { parseBody } from './parse.ts';
import { answerType, sendApolloResponse, sendJson } from './send.ts';

const bodyBytes = 100 * 1024;
// HEAD is for the explorer, which shares the address.
const methods = 'GET, HEAD, POST, OPTIONS';

export interface PipelineOptions {
  readonly server: ApolloServer<Context>;
  readonly executor: Executor;
  readonly parts: ContextParts;
  /** The headers of every answer. */
  readonly headers: HeaderList;
}

/** Answers a request to `/graphql`, or passes it on; rejects with the error for `errorAnswers`. */
export type GraphqlRoute = (request: Request, response: Response, next: () => void) => Promise<void>;

/**
 * `/graphql` with any method. Requests of browsers that accept HTML go on to the explorer. One handler instead of a
 * router, which would match the path against each of its layers.
 */
export function graphqlRoute(options: PipelineOptions): GraphqlRoute {
  const { headers } = options;
  const carryOut = pipeline(options);
  return async (request, response, next) => {
    if (!isGraphql(request.path)) {
      next();
      return;
    }
    if (request.method === 'GET' || request.method === 'HEAD') {
      response.vary('accept');
      if (wantsPage(request)) {
        next();
        return;
      }
    }
    response.locals.route = '/graphql';
    if (request.method === 'OPTIONS') {
      writeHeaders(response, headers);
      response.set('allow', methods).status(204).end();
      return;
    }
    try {
      await carryOut(request, response);
    } catch (error) {
      if (!response.headersSent) writeHeaders(response, headers);
      throw error;
    }
  };
}

/** Writes the headers of every answer one by one, for answers that get others later. */
function writeHeaders(response: Response, headers: HeaderList): void {
  writeRequestId(response);
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
}

const isGraphql = (path: string): boolean => path === '/graphql' || path.toLowerCase() === '/graphql';

// A client that accepts everything, as curl does, gets data.
const kinds = ['application/graphql-response+json', 'application/json', 'text/html'];

const wantsPage = (request: Request): boolean => request.accepts(kinds) === 'text/html';

/**
 * Carries out one GraphQL request: parse, find the operation, admit, execute, send. A persisted operation is admitted
 * by its hash and executed by compiled code. Apollo Server admits and executes all others, and reports every error.
 */
function pipeline({ server, executor, parts, headers }: PipelineOptions) {
  const limits = { bytes: bodyBytes, milliseconds: parts.timeouts.body };
  return async (request: Request, response: Response): Promise<void> => {
    const body = await parseBody(request, response, limits);
    let createdContext: Context | undefined;
    const context = (): Context => (createdContext ??= createContext(parts, request, response));
    const found = request.method === 'POST' ? findOperation(body) : undefined;
    const type = answerType(request);
    if (found && type !== undefined) {
      context().nameOperation(found.operation.name);
      const json = await executor.run(found, context());
      if (json !== undefined) {
        const head = ['x-request-id', requestIdOf(response), ...headers, 'content-type', type];
        await sendJson(request, response, { json, head });
        return;
      }
    }
    const answer = await askApollo(server, { request, body, context });
    writeHeaders(response, headers);
    await sendApolloResponse(request, response, answer);
  };
}

interface ApolloRequest {
  readonly request: Request;
  readonly body: unknown;
  /** Called only for requests that have a form which Apollo Server accepts. */
  readonly context: () => Context;
}

function askApollo(
  server: ApolloServer<Context>,
  { request, body, context }: ApolloRequest,
): Promise<HTTPGraphQLResponse> {
  const { method, url, headers } = request;
  const start = url.indexOf('?');
  const search = start < 0 ? '' : url.slice(start);
  const httpGraphQLRequest = { method, headers: headerMap(headers), search, body };
  return server.executeHTTPGraphQLRequest({ httpGraphQLRequest, context: async () => context() });
}

function headerMap(headers: Request['headers']): HeaderMap {
  const map = new HeaderMap();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) map.set(name, typeof value === 'string' ? value : value.join(', '));
  return map;
}
