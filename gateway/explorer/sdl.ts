import { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import type { GraphQLSchema } from 'graphql';
import { printSchemaWithDirectives } from '@graphql-tools/utils';
import { GraphQLError } from 'graphql';
import { admission } from '#schema/rest/admission.ts';
import type { ContextParts } from '#gateway/context.ts';
import { createContext } from '#gateway/context.ts';
import { addCostDirectives } from '#gateway/limits/cost-directives.ts';
import { compressed, sendCompressed } from '#gateway/http/compressed.ts';
import { requestIdOf } from '#gateway/http/request-id.ts';
import { nameRoute } from '#gateway/http/request-log.ts';
import { notSignedIn } from '#gateway/pipeline/admit.ts';
import { openapiOf } from './openapi.ts';

interface SdlOptions {
  readonly schema: GraphQLSchema;
  readonly parts: ContextParts;
  /** Whether anyone may read the SDL; otherwise only signed-in staff and API keys, as with introspection. */
  readonly open: boolean;
}

/**
 * `/schema.graphql`: the SDL with its descriptions. `/openapi.json`: the parameters and answers of the calls behind it.
 * A request costs an API key 1 point.
 */
export function sdlRoute({ schema, parts, open }: SdlOptions): Router {
  const sdl = lazily(() => compressed(Buffer.from(publishedSdl(schema))));
  const openapi = async () => compressed(Buffer.from(await openapiOf(parts.upstream, parts.timeouts.call)));
  const document = (type: string, read: () => ReturnType<typeof compressed>): RequestHandler => {
    return async (request, response) => {
      try {
        if (!open) await admit(parts, request, response);
        const text = await read();
        const keep = open ? 'no-cache' : 'private, no-cache';
        response.set('cache-control', keep).vary('authorization').type(`${type}; charset=utf-8`);
        sendCompressed(request, response, text);
      } catch (error) {
        refuse(response, error);
      }
    };
  };
  return Router()
    .get('/schema.graphql', nameRoute('/schema.graphql'), document('text/plain', sdl))
    .get('/openapi.json', nameRoute('/openapi.json'), document('application/json', openapi));
}

/** The SDL with the cost of each field, as `@cost` and `@listSize`. */
export function publishedSdl(schema: GraphQLSchema): string {
  addCostDirectives(schema);
  return `${printSchemaWithDirectives(schema)}\n`;
}

async function admit(parts: ContextParts, request: Request, response: Response): Promise<void> {
  if (request.get('authorization') === undefined) throw notSignedIn();
  await createContext(parts, request, response).client.call(admission, { body: { cost: 1 } });
}

/** Makes the value on first use and caches it. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

// The refusal has the shape of a GraphQL error, since a GraphQL client reads it.
function refuse(response: Response, error: unknown): void {
  if (!(error instanceof GraphQLError)) throw error;
  const { message, extensions } = error;
  const { status, retryAfter } = extensions;
  if (typeof retryAfter === 'number') response.set('retry-after', String(retryAfter));
  response
    .status(typeof status === 'number' ? status : 500)
    .set('cache-control', 'no-store')
    .json({ errors: [{ message, extensions: { ...extensions, requestId: requestIdOf(response) } }] });
}
