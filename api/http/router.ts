import { isIP } from 'node:net';
import type { Request, Response } from 'express';
import { Router } from 'express';
import { mayCall } from '#schema/access.ts';
import { fieldErrors } from '#schema/problem.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { decodeQuery } from '#schema/rest/query-string.ts';
import type { z } from 'zod';
import type { Authenticate, Caller } from './caller.ts';
import { forbidden, invalid, methodNotAllowed, unauthorized, unsupportedMediaType } from './problems.ts';
import { unstorableField } from './unstorable.ts';
import { requestIdOf } from './request-id.ts';
import type { Route } from './route.ts';

/** Mounts every route as its declaration says: authorise, validate, handle, answer in the declared shape. */
export function createRouter(routes: readonly Route[], authenticate: Authenticate): Router {
  const router = Router({ caseSensitive: true });
  // A fixed path before a pattern, or `Class/all` would be read as the id `all`.
  const ordered = [...routes].sort(
    (a, b) => Number(a.operation.path.includes('{')) - Number(b.operation.path.includes('{')),
  );
  for (const { operation, handle } of ordered) {
    const method = operation.method.toLowerCase() as Lowercase<Operation['method']>;
    router[method](expressPath(operation.path), async (request, response) => {
      response.locals.route = `${operation.method} /api${operation.path}`;
      const caller = await authorise({ operation, request, response }, authenticate);
      const answer = await handle({ ...readParts(operation, request), ...origin(request, response), caller });
      send(operation, response, answer);
    });
  }
  refuseOtherMethods(router, ordered);
  return router;
}

// After every route, so that a path that only looks like another one's pattern is served first.
function refuseOtherMethods(router: Router, routes: readonly Route[]): void {
  for (const path of new Set(routes.map(({ operation }) => operation.path))) {
    const methods = routes.filter(({ operation }) => operation.path === path).map(({ operation }) => operation.method);
    router.all(expressPath(path), (request, response) => {
      response.locals.route = `${request.method} /api${path}`;
      throw methodNotAllowed(methods);
    });
  }
}

const expressPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

interface Knock {
  readonly operation: Operation;
  readonly request: Request;
  readonly response: Response;
}

async function authorise({ operation, request, response }: Knock, authenticate: Authenticate): Promise<Caller> {
  const token = bearerToken(request);
  const caller = await authenticate(token);
  response.locals.caller = caller.kind;
  if (mayCall(caller.kind, operation.access)) return caller;
  if (caller.kind !== 'Nobody') throw forbidden();
  throw token === undefined
    ? unauthorized()
    : unauthorized('messages.sessionExpired', 'Session expired, please log in again.');
}

function bearerToken(request: Request): string | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' ? (token ?? '') : undefined;
}

function readParts(operation: Operation, request: Request) {
  // Without a type nothing was sent, and what is missing is for the rules to say.
  const typed = request.headers['content-type'] !== undefined;
  if (operation.body && typed && request.is('application/json') === false) throw unsupportedMediaType();
  // Behind the first one, a question mark is a letter like others.
  const search = new URLSearchParams(request.originalUrl.replace(/^[^?]*/, ''));
  return {
    params: operation.params && parse(operation.params, request.params),
    query: operation.query && parse(operation.query, decodeQuery(search, operation.query)),
    body: operation.body && parse(operation.body, request.body ?? {}),
  };
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalid(fieldErrors(parsed.error));
  const unstorable = unstorableField(parsed.data);
  if (unstorable !== undefined) throw invalid({ [unstorable]: ['messages.invalidValue'] });
  return parsed.data;
}

function origin(request: Request, response: Response) {
  return {
    address: addressOf(request),
    userAgent: request.headers['user-agent'] ?? '',
    requestId: requestIdOf(response),
  };
}

// A hop in front is believed where it names an address at all.
const addressOf = ({ ip = '', socket }: Request): string => (isIP(ip) > 0 ? ip : (socket.remoteAddress ?? ''));

function send(operation: Operation, response: Response, answer: unknown): void {
  response.set('cache-control', 'no-store');
  if (!operation.response) {
    response.status(operation.status ?? 204).end();
    return;
  }
  // Parsing drops every field the contract does not declare, so nothing leaks by a careless select.
  response.status(operation.status ?? 200).json(operation.response.parse(answer));
}
