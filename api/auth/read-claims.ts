import type { Secrets } from './secrets.ts';
import { type Claims, readToken } from './tokens.ts';
import { tokensAgain } from './tokens-again.ts';

/** What a token of ours says; undefined for one that is forged or whose time is over. */
export type ReadClaims = (token: string) => Promise<Claims | undefined>;

export function createReadClaims(secrets: Secrets): ReadClaims {
  const read = (token: string) => readToken(secrets, token);
  let known = { version: secrets.version, claimsOf: tokensAgain(read) };
  return (token) => {
    // A key that was revoked has verified some of what is remembered.
    if (known.version !== secrets.version) known = { version: secrets.version, claimsOf: tokensAgain(read) };
    return known.claimsOf(token);
  };
}
