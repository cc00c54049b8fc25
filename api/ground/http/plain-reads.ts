import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { deviceHeader } from '#schema/rest/headers.ts';
import type { Operation } from '#schema/rest/operation.ts';
import type { Uses } from '#api/ground/services.ts';
import { authorise, type CallChecks, inPlaceOf, readAddress } from './calls.ts';
import { type Life, setConnectionClose } from './drain.ts';
import { writeProblem } from './errors.ts';
import { originOf } from './origin.ts';
import { requestIdFor } from './request-id.ts';
import type { AnswerLog, RequestFacts } from './request-log.ts';
import type { Route } from './route.ts';
import { helmetsHeaders, setHelmets } from './security-headers.ts';

interface Parts extends Uses<'logger'>, CallChecks {
  readonly life: Readonly<Life>;
  readonly log: AnswerLog;
  /** Serves every other request. */
  readonly app: RequestListener;
}

/**
 * Answers the reads of the contract without Express, whose middleware takes longer than most reads; the answers are the
 * same. A request that our own clients do not send so, such as a path with percent-encoded signs, goes to `app`.
 */
export function plainReads(routes: readonly Route[], { life, log, logger, app, ...checks }: Parts): RequestListener {
  const find = readsByPath(routes);

  async function answer({ operation, handle, params }: Found, request: IncomingMessage, response: ServerResponse) {
    const requestId = requestIdFor(request);
    const facts: RequestFacts = { requestId, route: routeOf(operation) };
    const url = request.url ?? '';
    log(request, response, facts);
    try {
      const caller = await authorise({ operation, request, facts }, checks);
      const { params: parsed, query } = readAddress(operation, url, params);
      const device = checks.nameDevice(request, operation);
      // No spreads, for the reason in docs/decisions.md.
      const { address, userAgent, clientHints } = originOf(request);
      const given = { params: parsed, query, address, userAgent, clientHints, device: device.id, requestId, caller };
      const value = await inPlaceOf({ operation, caller }, checks, () => handle(given));
      const body = JSON.stringify(checks.asDeclared(operation.response, value));
      const named = device.cookie === undefined ? [] : [deviceHeader, device.cookie];
      const length = String(Buffer.byteLength(body));
      const sent = ['x-request-id', requestId, ...named, ...jsonHeaders, 'content-length', length];
      response.writeHead(operation.status ?? 200, life.ready ? sent : [...sent, 'connection', 'close']).end(body);
    } catch (error) {
      response.setHeader('x-request-id', requestId);
      setConnectionClose(response, life);
      setHelmets(response);
      writeProblem(response, error, { logger, facts, url });
    }
  }

  return (request, response) => {
    const found = isPlain(request) ? find(request.url ?? '') : undefined;
    if (found) void answer(found, request, response);
    else app(request, response);
  };
}

// The headers are one flat list, which Node writes without a conversion.
const jsonHeaders: readonly string[] = [
  ...helmetsHeaders.flat(),
  ...['cache-control', 'no-store', 'content-type', 'application/json; charset=utf-8'],
];

/** The name of an operation in log lines. */
const routeOf = ({ method, path }: Operation): string => `${method} /api${path}`;

const isPlain = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  headers['if-none-match'] === undefined &&
  headers['if-modified-since'] === undefined;

type Read = Operation & { readonly response: NonNullable<Operation['response']> };

const isRead = (operation: Operation): operation is Read =>
  operation.method === 'GET' &&
  operation.response !== undefined &&
  operation.file === undefined &&
  operation.form === undefined &&
  operation.body === undefined;

interface Found {
  readonly operation: Read;
  readonly handle: Route['handle'];
  /** The parts of the path that its pattern names. */
  readonly params: Readonly<Record<string, string>>;
}

/** Something that answers `GET` of a path or a pattern; undefined where it is more than a read. */
type Answering = Omit<Found, 'params'> | undefined;

const plainPath = /^\/api(?:\/[\w-]+)+$/;

/** Finds the operation of a URL; undefined when the contract has no such read, or the path is not plain. */
function readsByPath(routes: readonly Route[]): (url: string) => Found | undefined {
  const fixed = new Map<string, Found | undefined>();
  // The key is `areaOf`: the number of parts, and the part after `/api`, which is never a parameter.
  const patterns = new Map<string, { readonly parts: readonly string[]; readonly answering: Answering }[]>();
  // Paths with fewer parameters come first, as in the router.
  const ordered = routes.filter(({ operation }) => operation.method === 'GET').sort(byPatterns);
  for (const { operation, handle } of ordered) {
    const answering = isRead(operation) ? { operation, handle } : undefined;
    const path = `/api${operation.path}`;
    if (!path.includes('{')) fixed.set(path, answering && { ...answering, params: {} });
    else {
      const parts = path.split('/');
      patterns.set(areaOf(parts), [...(patterns.get(areaOf(parts)) ?? []), { parts, answering }]);
    }
  }
  return (url) => {
    const end = url.indexOf('?');
    const path = end < 0 ? url : url.slice(0, end);
    const found = fixed.get(path);
    if (found || fixed.has(path) || !plainPath.test(path)) return found;
    const parts = path.split('/');
    const match = patterns.get(areaOf(parts))?.find((one) => one.parts.every((part, at) => fits(part, parts[at])));
    if (!match?.answering) return undefined;
    const { operation, handle } = match.answering;
    return { operation, handle, params: paramsOf(match.parts, parts) };
  };
}

const areaOf = (parts: readonly string[]): string => `${parts.length} ${parts[2]}`;

const byPatterns = (a: Route, b: Route): number => patternsIn(a) - patternsIn(b);
const patternsIn = ({ operation }: Route): number => operation.path.split('{').length;

const isPattern = (part: string): boolean => part.startsWith('{');

const fits = (part: string, given: string | undefined): boolean => part === given || isPattern(part);

function paramsOf(parts: readonly string[], given: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [at, part] of parts.entries()) if (isPattern(part)) params[part.slice(1, -1)] = given[at] ?? '';
  return params;
}
