import type { Secrets } from './secrets.ts';
import { type Claims, readToken } from './tokens.ts';
import { tokensAgain } from './tokens-again.ts';

/** What a token of ours says; undefined for one that is forged or whose time is over. */
export type ReadClaims = (token: string) => Promise<Claims | undefined>;

export const createReadClaims = (secrets: Secrets): ReadClaims => tokensAgain((token) => readToken(secrets, token));
