import type { Role } from '#schema/access.ts';
import type { ApiKeyScope } from '#schema/api-key-scopes.ts';

/**
 * An API key, which authenticates a request in place of a session. It acts within its scopes as its owner, who is a person
 * or a service account.
 */
export interface KeyInHand {
  readonly id: string;
  /** The name that the owner gave the key. */
  readonly name: string;
  readonly scopes: readonly ApiKeyScope[];
  readonly ofServiceAccount: boolean;
}

export interface StaffCaller {
  readonly kind: Role;
  readonly userId: string;
  /** The refresh-token family the access token belongs to; null for an API key. */
  readonly sessionId: string | null;
  readonly apiKey?: KeyInHand;
  /** The role needs a second step at sign-in, and this person has none. Never set for an API key. */
  readonly lacksSecondStep?: boolean;
}

export interface StudentCaller {
  readonly kind: 'Student';
  readonly profileId: string;
}

export type Caller = StaffCaller | StudentCaller | { readonly kind: 'Nobody' };

export const nobody: Caller = { kind: 'Nobody' };

/**
 * Authenticates a bearer token. The caller is anonymous without a token, and when the token is forged, expired or
 * revoked. An invalid API key is always refused with 401.
 */
export type Authenticate = (token: string | undefined, bearer?: Bearer) => Promise<Caller>;

/** The circumstances of a token. */
export interface Bearer {
  /** The gateway refreshed the token for this request, so the client may not have received it. */
  readonly unconfirmed: boolean;
}
