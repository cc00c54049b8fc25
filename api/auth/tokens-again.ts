import type { Claims, ReadToken } from './tokens.ts';

// Of these, two generations are kept: as many as are in use at once in a large school.
const generation = 5_000;

/**
 * Remembers what a token says, since checking its signature takes longer than most of what is then asked. Whether its
 * session or profile still lives is another question, which the database is asked each time.
 */
export function tokensAgain(
  read: (token: string) => Promise<ReadToken | undefined>,
): (token: string) => Promise<Claims | undefined> {
  let young = new Map<string, ReadToken>();
  let old = young;
  const keep = (token: string, found: ReadToken): void => {
    if (young.size >= generation) {
      old = young;
      young = new Map();
    }
    young.set(token, found);
  };
  return async (token) => {
    const known = young.get(token);
    if (known && known.until > Date.now()) return known.claims;
    const before = old.get(token);
    const found = before && before.until > Date.now() ? before : await read(token);
    if (found) keep(token, found);
    return found?.claims;
  };
}
