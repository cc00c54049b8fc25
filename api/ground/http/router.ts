import type { Request, Response } from 'express';
import { Router } from 'express';
import type { Caller } from './caller.ts';
import type { DownloadReference, Downloads } from './downloads.ts';
import type { DiskReserve, ReservedSpace } from '#api/ground/storage/disk-reserve.ts';
import { deviceHeader } from '#schema/rest/headers.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { authorise, callOrigin, type CallChecks, inPlaceOf, readAddress } from './calls.ts';
import { dropFiles, readForm } from './forms.ts';
import { keepLeftOut } from './left-out.ts';
import { parse } from './parse.ts';
import { ApiProblem, methodNotAllowed, unsupportedMediaType } from './problems.ts';
import { requestIdOf } from './request-id.ts';
import type { Route } from './route.ts';

export interface RouterParts extends CallChecks {
  readonly downloads: Downloads;
  /** The folder in which the files of forms wait for their handler. */
  readonly arrivals: string;
  /** Refuses uploads that the disk has no room for. */
  readonly disk: Pick<DiskReserve, 'take'>;
}

/** Mounts every route as its declaration says: authorise, validate, handle, answer in the declared shape. */
export function createRouter(routes: readonly Route[], parts: RouterParts): Router {
  // The routes are grouped by the first part of the path, so that a request is not compared with every path of the
  // contract.
  const areas = new Map<string, Router>();
  for (const area of new Set(routes.map(areaOf))) {
    const ofArea = routes.filter((route) => areaOf(route) === area);
    areas.set(area, areaRouter(ofArea, parts));
  }
  const router = Router();
  router.use((request, response, next) => {
    const area = areas.get(request.path.split('/')[1] ?? '');
    if (area) area(request, response, next);
    else next();
  });
  return router;
}

const areaOf = ({ operation }: Route): string => operation.path.split('/')[1] ?? '';

function areaRouter(routes: readonly Route[], parts: RouterParts): Router {
  const router = Router({ caseSensitive: true });
  // A fixed part before a pattern, or `Class/all` would be read as the id `all`.
  const ordered = [...routes].sort((a, b) => patternsIn(a) - patternsIn(b));
  for (const { operation, handle, stored } of ordered) {
    const method = operation.method.toLowerCase() as Lowercase<Operation['method']>;
    router[method](patternOf(operation), async (request, response) => {
      response.locals.route = `${operation.method} /api${operation.path}`;
      const exchange = { operation, request, response };
      const caller = await authorise({ operation, request, facts: response.locals }, parts);
      const device = parts.nameDevice(request, operation);
      if (device.cookie !== undefined) response.set(deviceHeader, device.cookie);
      const space = await reserveSpace(exchange, parts.disk);
      try {
        const form = await readFormParts(exchange, parts.arrivals);
        const answer = await inPlaceOf({ operation, caller }, parts, async () =>
          handle({
            ...(await readParts(exchange, caller, stored)),
            ...form,
            ...callOrigin(request, device),
            requestId: requestIdOf(response),
            caller,
          }),
        );
        await send({ ...exchange, caller }, answer, parts);
      } finally {
        space?.release();
        if (operation.form) await dropFiles(request);
      }
    });
  }
  refuseOtherMethods(router, ordered);
  return router;
}

const patternsIn = ({ operation }: Route): number => operation.path.split('{').length;

// After every route, so that a path that only looks like another one's pattern is served first.
function refuseOtherMethods(router: Router, routes: readonly Route[]): void {
  for (const path of new Set(routes.map(({ operation }) => operation.path))) {
    const methods = routes.filter(({ operation }) => operation.path === path).map(({ operation }) => operation.method);
    router.all(patternOf({ path }), (request, response) => {
      response.locals.route = `${request.method} /api${path}`;
      throw methodNotAllowed(methods);
    });
  }
}

// The path pattern in Express's syntax.
const patternOf = ({ path }: Pick<Operation, 'path'>): string => path.replace(/\{(\w+)\}/g, ':$1');

interface Exchange {
  readonly operation: Operation;
  readonly request: Request;
  readonly response: Response;
}

async function readParts({ operation, request }: Exchange, caller: unknown, stored: Route['stored']) {
  // A request without a content type has no body. The rules then report the missing fields.
  const typed = request.headers['content-type'] !== undefined;
  if (operation.body && typed && request.is('application/json') === false) throw unsupportedMediaType();
  const address = readAddress(operation, request.originalUrl, request.params);
  if (!operation.body) return address;
  const sent: unknown = request.body ?? {};
  const whole = stored ? await keepLeftOut(operation, sent, () => stored({ ...address, caller })) : sent;
  return { ...address, body: parse(operation.body, whole) };
}

async function readFormParts({ operation, request, response }: Exchange, folder: string) {
  if (!operation.form) return {};
  const { fields, files } = await readForm(operation.form, { request, response, folder });
  return { fields: parse(operation.form.fields, fields), files };
}

// Before a byte of a file is read. Without a length in its head, a form is taken to be as large as it may be.
async function reserveSpace(
  { operation, request }: Exchange,
  disk: RouterParts['disk'],
): Promise<ReservedSpace | undefined> {
  const files = Object.values(operation.form?.files ?? {});
  if (files.length === 0) return undefined;
  const most = files.reduce((sum, { maximum }) => sum + maximum, 0);
  const length = Number(request.headers['content-length'] ?? most);
  const space = await disk.take(Number.isNaN(length) ? most : Math.min(length, most));
  if (!space) throw new ApiProblem({ status: 507, messageKey: 'messages.storageFull' });
  return space;
}

interface Answered extends Exchange {
  readonly caller: Caller;
}

async function send(
  { operation, request, response, caller }: Answered,
  answer: unknown,
  { downloads, asDeclared }: Pick<RouterParts, 'downloads' | 'asDeclared'>,
) {
  response.set('cache-control', 'no-store');
  if (operation.file !== undefined) {
    // `route` types the handler of a file operation so.
    const reference = answer as DownloadReference;
    if (request.accepts([operation.file, 'application/json']) !== 'application/json')
      await downloads.send(reference, response);
    else response.status(200).json(downloads.link(reference, caller));
    return;
  }
  if (!operation.response) {
    response.status(operation.status ?? 204).end();
    return;
  }
  response.status(operation.status ?? 200).json(asDeclared(operation.response, answer));
}
