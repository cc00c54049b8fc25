import type { Role } from '#schema/access.ts';

export interface StaffCaller {
  readonly kind: Role;
  readonly userId: string;
  /** The refresh-token family the access token belongs to. */
  readonly sessionId: string;
}

export interface StudentCaller {
  readonly kind: 'Student';
  readonly profileId: string;
}

export type Caller = StaffCaller | StudentCaller | { readonly kind: 'Nobody' };

export const nobody: Caller = { kind: 'Nobody' };

/** Turns the bearer token into a caller: nobody for none, and for one that is forged, expired or revoked. */
export type Authenticate = (token: string | undefined) => Promise<Caller>;
