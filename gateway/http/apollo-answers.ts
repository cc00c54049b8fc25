import type { ApolloServer } from '@apollo/server';
import { HeaderMap } from '@apollo/server';
import type { Request, Response } from 'express';
import type { Context } from '#gateway/context.ts';
import { endEncoded } from './encoded-answer.ts';
import { requestIdOf } from './request-id.ts';

/** Hands a request to Apollo Server and writes its answer; nothing of ours comes in parts. */
export function apolloAnswers(server: ApolloServer<Context>) {
  return async (request: Request, response: Response, context: () => Context): Promise<void> => {
    const {
      status = 200,
      headers,
      body,
    } = await server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: {
        method: request.method,
        headers: headersOf(request),
        search: searchOf(request.originalUrl),
        body: request.body,
      },
      context: async () => context(),
    });
    if (body.kind !== 'complete') throw new Error('An answer in parts was not asked for');
    for (const [name, value] of headers) response.setHeader(name, value);
    response.statusCode = status;
    const text = status < 400 ? body.string : withRequestId(body.string, requestIdOf(response));
    await endEncoded(request, response, text);
  };
}

function headersOf({ headers }: Request): HeaderMap {
  const map = new HeaderMap();
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) map.set(name, typeof value === 'string' ? value : value.join(', '));
  }
  return map;
}

function searchOf(address: string): string {
  const start = address.indexOf('?');
  return start < 0 ? '' : address.slice(start);
}

/** What Apollo refuses before there is a context knows nothing of the request's id. */
function withRequestId(text: string, requestId: string): string {
  if (text.includes('"requestId"')) return text;
  return JSON.stringify(
    JSON.parse(text, (key, value: unknown) => (key === 'extensions' ? told(value, requestId) : value)),
  );
}

const told = (extensions: unknown, requestId: string): unknown =>
  typeof extensions === 'object' && extensions !== null && 'code' in extensions
    ? { ...extensions, requestId }
    : extensions;
