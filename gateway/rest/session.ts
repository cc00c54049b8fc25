import type { AuthInfo } from '#schema/rest/auth-info.ts';
import { GraphQLError } from 'graphql';
import type { Caller } from './caller.ts';
import { jsonIn } from './read-json.ts';
import type { Refresh } from './refresh.ts';

const marginSeconds = 30;

/** The tokens of one request, or their successors after a refresh. */
export class Session {
  readonly #caller: Caller;
  readonly #refresh: Refresh;
  readonly #announce: (pair: AuthInfo) => void;
  #prepared: Promise<void> | undefined;
  #renewal: Promise<void> | undefined;
  authorization: string | undefined;

  constructor(caller: Caller, refresh: Refresh, announce: (pair: AuthInfo) => void) {
    this.#caller = caller;
    this.#refresh = refresh;
    this.#announce = announce;
    this.authorization = caller.authorization;
  }

  /** Whether the tokens are successors that may never reach the client. */
  get renewed(): boolean {
    return this.authorization !== this.#caller.authorization;
  }

  /** Whether the request has the tokens that a refresh needs. */
  get renewable(): boolean {
    return this.#caller.refreshToken !== undefined && this.#caller.authorization !== undefined;
  }

  /** Refreshes before the first call when the access token is expired or about to expire. */
  async beforeCall(): Promise<void> {
    if (this.renewable) await (this.#prepared ??= this.#prepare());
  }

  async #prepare(): Promise<void> {
    const left = secondsLeft(this.authorization);
    if (left > marginSeconds) return;
    await this.renew().catch((error: unknown) => {
      // A token that is still valid for a moment is used when the refresh fails, but a definite refusal ends the
      // session.
      if (left <= 0 || isRefusal(error)) throw error;
    });
  }

  /** Refreshes once; later callers of this request share the result (single flight). */
  renew(): Promise<void> {
    return (this.#renewal ??= this.#exchange());
  }

  async #exchange(): Promise<void> {
    const { refreshToken = '', authorization } = this.#caller;
    const pair = await this.#refresh({ caller: this.#caller, accessToken: bearerOf(authorization), refreshToken });
    this.authorization = `Bearer ${pair.accessToken}`;
    this.#announce(pair);
  }
}

const bearerOf = (authorization = ''): string => authorization.replace(/^bearer\s+/i, '');

const secondsLeft = (authorization = ''): number => endOf(authorization) - Date.now() / 1000;

// In tokens, and in characters of one. A person's screens send the same token many times.
const mostKept = 1_000;
const longestKept = 2_000;
const ends = new Map<string, number>();

/** When a token expires, in seconds since 1970; infinite for a token that names no end. /api verifies the token. */
function endOf(authorization: string): number {
  const cached = ends.get(authorization);
  if (cached !== undefined) return cached;
  const [, claims = ''] = bearerOf(authorization).split('.');
  const payload = jsonIn(Buffer.from(claims, 'base64url').toString());
  const named = typeof payload === 'object' && payload !== null && 'exp' in payload ? payload.exp : undefined;
  const end = typeof named === 'number' ? named : Infinity;
  if (authorization.length > longestKept) return end;
  if (ends.size >= mostKept) ends.clear();
  ends.set(authorization, end);
  return end;
}

function isRefusal(error: unknown): boolean {
  return error instanceof GraphQLError && error.extensions.code === 'UNAUTHENTICATED';
}
