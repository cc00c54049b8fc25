import { GraphQLError } from 'graphql';
import type { BodyIn, Operation, ParamsIn, QueryIn, QueryOf, ResponseOf } from '#schema/rest/operation.ts';
import { z } from 'zod';
import { addressOf } from './address.ts';
import type { Caller } from './caller.ts';
import { callerHeaders } from './caller.ts';
import { errorOfAnswer, errorOfFailure, unreadable } from './errors.ts';
import { clientGone, outOfTime } from './failures.ts';
import { sendWithRetry } from './retry.ts';
import type { Session } from './session.ts';
import type { Upstream, UpstreamAnswer } from './upstream.ts';

/** Query values as a resolver has them: where the declaration lets one be absent, null means absent. */
type QueryGiven<Op extends Operation> = {
  [Name in keyof QueryIn<Op>]: Name extends keyof QueryOf<Op>
    ? QueryOf<Op>[Name] | (undefined extends QueryIn<Op>[Name] ? null | undefined : never)
    : never;
};

type Part<Name extends string, Value> = Value extends undefined
  ? unknown
  : object extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };

/** What a call needs: `params`, `query` and `body` as the operation declares them. */
export type Given<Op extends Operation> = Part<'params', ParamsIn<Op>> &
  Part<'query', Op['query'] extends z.ZodObject ? QueryGiven<Op> : undefined> &
  Part<'body', BodyIn<Op>>;

type Arguments<Op extends Operation> = object extends Given<Op> ? [given?: Given<Op>] : [given: Given<Op>];

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export interface ClientOptions {
  readonly upstream: Upstream;
  readonly caller: Caller;
  readonly session: Session;
  /** Milliseconds that one call may take, its second try included. */
  readonly timeout: number;
  /** Calls that one GraphQL operation may cause. */
  readonly budget: number;
}

// A refresh around these would be a refresh of itself, or of a session that is being made or ended.
const withoutRefresh = new Set(['login', 'refreshToken', 'logout']);

/** The calls that one GraphQL operation makes to /api; nothing in it outlives the request. */
export class RestClient {
  readonly #options: ClientOptions;
  readonly #headers: Record<string, string>;
  readonly #reads = new Map<string, Promise<unknown>>();
  readonly #open = new Set<AbortController>();
  #calls = 0;
  #gone = false;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#headers = callerHeaders(options.caller);
  }

  /** Calls one operation; rejects with the GraphQL error that the client should see. */
  async call<Op extends Operation>(operation: Op, ...[given]: Arguments<Op>): Promise<ResponseOf<Op>> {
    const { params, query, body }: Parts = given ?? {};
    const address = addressOf(operation, params, query);
    const answer = operation.method === 'GET' ? this.#read(operation, address) : this.#write(operation, address, body);
    // The API answers in the declared shape (its router parses every answer); `readAnswer` has checked its outline.
    return answer as Promise<ResponseOf<Op>>;
  }

  /** The client has gone: whatever is under way is of no use any more. */
  abort(): void {
    this.#gone = true;
    for (const call of this.#open) call.abort(clientGone);
  }

  #read(operation: Operation, address: string): Promise<unknown> {
    const known = this.#reads.get(address);
    if (known) return known;
    const read = this.#carryOut(operation, address);
    this.#reads.set(address, read);
    read.catch(() => this.#reads.get(address) === read && this.#reads.delete(address));
    return read;
  }

  async #write(operation: Operation, address: string, body: unknown): Promise<unknown> {
    this.#reads.clear();
    const written = this.#carryOut(operation, address, body === undefined ? undefined : JSON.stringify(body));
    return written.finally(() => this.#reads.clear());
  }

  async #carryOut(operation: Operation, address: string, body?: string): Promise<unknown> {
    const { session, budget } = this.#options;
    this.#calls += 1;
    if (this.#calls > budget) throw tooManyCalls(budget);
    if (withoutRefresh.has(operation.name)) return readAnswer(operation, await this.#send(operation, address, body));
    await session.beforeCall();
    const used = session.authorization;
    let answer = await this.#send(operation, address, body);
    if (answer.status === 401 && session.renewable) {
      await session.renew();
      if (session.authorization !== used) answer = await this.#send(operation, address, body);
    }
    return readAnswer(operation, answer);
  }

  async #send(operation: Operation, path: string, body: string | undefined): Promise<UpstreamAnswer> {
    const { upstream, session, timeout } = this.#options;
    const headers = { ...this.#headers };
    if (session.authorization !== undefined) headers.authorization = session.authorization;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const abort = new AbortController();
    if (this.#gone) abort.abort(clientGone);
    const timer = setTimeout(() => abort.abort(outOfTime), timeout);
    this.#open.add(abort);
    try {
      return await sendWithRetry(upstream, { method: operation.method, path, headers, body, signal: abort.signal });
    } catch (error) {
      throw errorOfFailure(error);
    } finally {
      clearTimeout(timer);
      this.#open.delete(abort);
    }
  }
}

function readAnswer(operation: Operation, { status, headers, body }: UpstreamAnswer): unknown {
  if (status < 200 || status > 299) throw errorOfAnswer({ status, headers, body });
  if (!operation.response) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    if (Array.isArray(value) === operation.response instanceof z.ZodArray && typeof value === 'object' && value)
      return value;
  } catch {
    // Falls through: no JSON, or cut off.
  }
  throw unreadable();
}

function tooManyCalls(budget: number): GraphQLError {
  return new GraphQLError(`One operation may cause at most ${budget} calls.`, {
    extensions: { code: 'BAD_USER_INPUT', status: 400, messageKey: 'messages.badRequest' },
  });
}
