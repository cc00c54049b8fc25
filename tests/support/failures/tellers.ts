/** Functions that say more about a failure, in lines to print; an empty text says nothing. */
export const tellers = new Set<() => Promise<string>>();
