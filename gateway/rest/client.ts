import { deviceHeader, unconfirmedHeader } from '#schema/rest/headers.ts';
import type { Operation, ResponseOf } from '#schema/rest/operation.ts';
import { z } from 'zod';
import { errorOfAnswer, refusal, unreadable } from './errors.ts';
import type { UpstreamAnswer } from './upstream.ts';
import { addressOf } from './address.ts';
import { type Caller, callerHeaders, isDevice } from './caller.ts';
import type { Calls } from './calls.ts';
import type { CallArguments, Parts } from './call-input.ts';
import { type OutgoingBody, outgoingBody } from './outgoing-body.ts';
import type { Session } from './session.ts';

export interface ClientOptions {
  readonly calls: Calls;
  readonly caller: Caller;
  readonly session: Session;
  /** Calls that one GraphQL operation may cause. */
  readonly budget: number;
  /** Called with the new value of the device's cookie when /api sends one. */
  readonly onDevice?: (device: string) => void;
}

// These calls create, refresh or end a session, so no refresh may precede them.
const withoutRefresh = new Set([
  'login',
  'completeLogin',
  'beginPasskeyLogin',
  'passkeyLogin',
  'beginProviderLogin',
  'providerLogin',
  'refreshToken',
  'logout',
]);

// Admission is a call about the operation, so the operation's budget does not count it.
const uncounted = new Set(['admission']);

/** The calls of one GraphQL operation to /api; no state outlives the request. */
export class RestClient {
  readonly #options: ClientOptions;
  /** The headers of a call without a body, with the caller's own token. */
  readonly #headers: Record<string, string>;
  readonly #reads = new Map<string, Promise<UpstreamAnswer>>();
  #count = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#headers = callerHeaders(options.caller);
    if (options.caller.authorization !== undefined) this.#headers.authorization = options.caller.authorization;
  }

  /** Calls one operation; rejects with the GraphQL error for the client. */
  async call<Op extends Operation>(operation: Op, ...[given]: CallArguments<Op>): Promise<ResponseOf<Op>> {
    // The API's router parses every answer by this same declaration; `readAnswer` has checked the outline.
    return this.send(operation, given ?? {}) as Promise<ResponseOf<Op>>;
  }

  /** Calls one operation with untyped parts, whose types are checked elsewhere (resolvers/contract-types.ts). */
  async send(operation: Operation, parts: Parts): Promise<unknown> {
    const address = addressOf(operation, parts.params, parts.query);
    const isRead = operation.method === 'GET';
    const answer = isRead ? this.#read(operation, address) : this.#write(operation, address, parts);
    return valueOf(operation, await answer);
  }

  /**
   * Reads one operation at its address and leaves the successful answer unparsed. A later `send` of the same takes this
   * answer.
   */
  read(operation: Operation, address: string): Promise<UpstreamAnswer> {
    return this.#read(operation, address);
  }

  /** Ends the calls in flight, since the client has disconnected. */
  abort(): void {
    this.#options.calls.abort();
  }

  /** Drops the read answers after the response is sent, so that their memory does not outlive the request. */
  forget(): void {
    this.#reads.clear();
  }

  #read(operation: Operation, address: string): Promise<UpstreamAnswer> {
    const earlierRead = this.#reads.get(address);
    if (earlierRead) return earlierRead;
    const read = this.#carryOut(operation, address);
    this.#reads.set(address, read);
    read.catch(() => this.#reads.get(address) === read && this.#reads.delete(address));
    return read;
  }

  async #write(operation: Operation, address: string, parts: Parts): Promise<UpstreamAnswer> {
    this.#reads.clear();
    const written = this.#carryOut(operation, address, outgoingBody(operation, parts));
    return written.finally(() => this.#reads.clear());
  }

  async #carryOut(operation: Operation, address: string, body?: OutgoingBody): Promise<UpstreamAnswer> {
    const { session, budget } = this.#options;
    if (!uncounted.has(operation.name)) this.#count += 1;
    if (this.#count > budget) throw refusal(400, { message: `One operation may cause at most ${budget} calls.` });
    if (withoutRefresh.has(operation.name)) return successful(await this.#send(operation, address, body));
    await session.beforeCall();
    const used = session.authorization;
    let answer = await this.#send(operation, address, body);
    // A streamed body cannot be sent again; its token was refreshed before the stream started.
    const again = body === undefined || typeof body.content === 'string';
    if (answer.status === 401 && session.renewable && again) {
      await session.renew();
      if (session.authorization !== used) answer = await this.#send(operation, address, body);
    }
    return successful(answer);
  }

  async #send(operation: Operation, path: string, body: OutgoingBody | undefined): Promise<UpstreamAnswer> {
    const { calls, session, onDevice } = this.#options;
    const headers = session.renewed || body ? this.#headersFor(body) : this.#headers;
    const answer = await calls.send(operation, { path, headers, body: body?.content });
    const device = answer.headers[deviceHeader];
    if (onDevice && isDevice(device)) {
      // Later calls of the operation are the same device's.
      this.#headers[deviceHeader] = device;
      onDevice(device);
    }
    return answer;
  }

  #headersFor(body: OutgoingBody | undefined): Record<string, string> {
    const { session } = this.#options;
    const headers = { ...this.#headers };
    if (session.authorization !== undefined) headers.authorization = session.authorization;
    if (session.renewed) headers[unconfirmedHeader] = '1';
    if (body !== undefined) headers['content-type'] = body.contentType;
    return headers;
  }
}

/**
 * Returns the value of a successful answer after a check of its outline (object, list or nothing). Throws the error for
 * the client otherwise.
 */
export function readAnswer(operation: Operation, answer: UpstreamAnswer): unknown {
  return valueOf(operation, successful(answer));
}

function successful(answer: UpstreamAnswer): UpstreamAnswer {
  if (answer.status < 200 || answer.status > 299) throw errorOfAnswer(answer);
  return answer;
}

function valueOf({ response }: Operation, answer: UpstreamAnswer): unknown {
  if (!response) {
    // An intermediary may put a page in the place of /api's empty answer; that is no success.
    if (answer.body.length > 0) throw unreadable();
    return undefined;
  }
  const value = answer.value();
  if (typeof value !== 'object' || value === null) throw unreadable();
  if (Array.isArray(value) !== response instanceof z.ZodArray) throw unreadable();
  return value;
}
