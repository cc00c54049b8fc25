import type { IncomingMessage } from 'node:http';
import { mayCall } from '#schema/access.ts';
import { unconfirmedHeader } from '#schema/rest/headers.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { decodeQuery } from '#schema/rest/query-string.ts';
import { bearerToken } from './bearer-token.ts';
import { behindWall, type Viewer } from '#api/ground/db/wall/viewer.ts';
import { type Authenticate, type Caller, type KeyInHand, nobody } from './caller.ts';
import type { NameDevice, NamedDevice } from './devices.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import { declaredFields } from './declared-fields.ts';
import { originOf } from './origin.ts';
import { parse } from './parse.ts';
import { forbidden, unauthorized } from './problems.ts';
import type { RequestFacts } from './request-log.ts';

/** The checks that decide whether a caller may call, and what an answer may hold. */
export interface CallChecks {
  readonly authenticate: Authenticate;
  readonly keyGate: KeyGate;
  readonly viewerOf: ViewerOf;
  readonly nameDevice: NameDevice;
  readonly asDeclared: AsDeclared;
}

/** The member of staff whose schools alone a call may see; undefined for a call beyond the wall between schools. */
export type ViewerOf = (operation: Operation, caller: Caller) => Viewer | undefined;

/** Charges an API key for a call, and refuses operations outside its scopes. */
export type KeyGate = (key: KeyInHand, operation: Operation) => Promise<void>;

interface Asked {
  readonly operation: Operation;
  readonly request: IncomingMessage;
  /** For the request log: whose call it is, and by which key. */
  readonly facts: RequestFacts;
}

/** Finds the caller. Throws when the caller may not call the operation. */
export async function authorise({ operation, request, facts }: Asked, checks: CallChecks): Promise<Caller> {
  const token = bearerToken(request);
  const caller = await checks.authenticate(token, { unconfirmed: request.headers[unconfirmedHeader] !== undefined });
  facts.caller = caller.kind;
  if ('apiKey' in caller && caller.apiKey) {
    facts.apiKey = caller.apiKey.id;
    await checks.keyGate(caller.apiKey, operation);
  }
  if (lacksSecondStep(caller) && !operation.beforeSecondStep) {
    // An operation for anyone stays open to this caller, who counts as a stranger.
    if (operation.access.kind === 'anyone') return nobody;
    throw forbidden('messages.secondStepRequired', 'Set up the second step at sign-in first.');
  }
  if (mayCall(caller.kind, operation.access)) return caller;
  if (caller.kind !== 'Nobody') throw forbidden();
  throw token === undefined
    ? unauthorized()
    : unauthorized('messages.sessionExpired', 'Session expired, please log in again.');
}

/** Does a call's work, behind the wall between schools when the wall applies to the caller. */
export function inPlaceOf<Result>(
  { operation, caller }: { readonly operation: Operation; readonly caller: Caller },
  { viewerOf }: Pick<CallChecks, 'viewerOf'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const viewer = viewerOf(operation, caller);
  return viewer === undefined ? work() : behindWall(viewer, work);
}

const lacksSecondStep = (caller: Caller): boolean => 'lacksSecondStep' in caller && caller.lacksSecondStep === true;

/** The parameters of a path and a query, as the operation declares them; 400 where they are not. `url` is as it came. */
export function readAddress(operation: Operation, url: string, params: unknown) {
  return {
    params: operation.params && parse(operation.params, params),
    query: operation.query && parse(operation.query, decodeQuery(searchOf(url), operation.query)),
  };
}

// Only the first question mark begins the query; later ones belong to a value.
function searchOf(url: string): URLSearchParams {
  const at = url.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
}

/** The origin of a call: address, browser, and the child's device. */
export function callOrigin(request: IncomingMessage, { id: device }: NamedDevice) {
  const { address, userAgent, clientHints } = originOf(request);
  return { address, userAgent, clientHints, device };
}

/** An answer as the operation declares it: a field that is not declared is dropped, so nothing leaks by a careless select. */
export type AsDeclared = (response: NonNullable<Operation['response']>, answer: unknown) => unknown;

/** With `checksAnswers`, an answer whose values are not as declared is an error. */
export const createAsDeclared = ({ checksAnswers }: Pick<Settings, 'checksAnswers'>): AsDeclared =>
  checksAnswers ? (response, answer) => response.parse(answer) : declaredFields;
