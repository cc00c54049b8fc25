import { claimsOf } from '#web/staff/auth/access-token.ts';
import { useLoginInfo } from '#web/staff/auth/login-info.ts';

/** The id of who is signed in. */
export function useOwnId(): string | undefined {
  return claimsOf(useLoginInfo()?.accessToken ?? '')?.sub;
}
