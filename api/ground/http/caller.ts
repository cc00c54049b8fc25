import type { Role } from '#schema/access.ts';
import type { ApiKeyScope } from '#schema/api-key-scopes.ts';

/** What a request came with instead of a session: it acts as its owner does, within its scopes. */
export interface KeyInHand {
  readonly id: string;
  readonly scopes: readonly ApiKeyScope[];
}

export interface StaffCaller {
  readonly kind: Role;
  readonly userId: string;
  /** The refresh-token family the access token belongs to; null for an API key. */
  readonly sessionId: string | null;
  readonly apiKey?: KeyInHand;
}

export interface StudentCaller {
  readonly kind: 'Student';
  readonly profileId: string;
}

export type Caller = StaffCaller | StudentCaller | { readonly kind: 'Nobody' };

export const nobody: Caller = { kind: 'Nobody' };

/**
 * Turns the bearer token into a caller: nobody for none, and for one that is forged, expired or revoked. An API key that
 * is no good is refused with 401 by itself, whatever it asks for.
 */
export type Authenticate = (token: string | undefined, bearer?: Bearer) => Promise<Caller>;

/** How a token came. */
export interface Bearer {
  /** The gateway renewed it for this request: whether its new owner has it is not known yet. */
  readonly unconfirmed: boolean;
}
