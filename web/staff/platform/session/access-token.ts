import '#web/staff/platform/zod-without-eval.ts';
import { z } from 'zod';

const claims = z.object({ iat: z.number(), exp: z.number(), sub: z.string().optional() });
export type TokenClaims = z.infer<typeof claims>;

/** The claims in the token; undefined for text that is no token. Only the server checks the signature. */
export function claimsOf(token: string): TokenClaims | undefined {
  const [, payload] = token.split('.');
  if (payload === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    return claims.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data;
  } catch {
    return undefined;
  }
}

interface HeldToken {
  readonly accessToken: string;
  /** When this device received it, by its own clock, in milliseconds. */
  readonly receivedAt?: number | undefined;
}

/**
 * Milliseconds the token has left, by this device's clock alone: its lifetime (`exp - iat`) counted from its receipt,
 * so that a clock that is hours wrong signs nobody out. Negative when it has expired or is no token.
 */
export function remainingLifetime(held: HeldToken, now: number): number {
  const found = claimsOf(held.accessToken);
  if (found === undefined) return -1;
  const lifetime = (found.exp - found.iat) * 1000;
  const age = now - (held.receivedAt ?? found.iat * 1000);
  // The age is negative when the clock was set back after the receipt; a negative age counts as 0.
  return lifetime - Math.max(age, 0);
}
