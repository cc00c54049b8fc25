/** Who may know more about a failure, each in some lines; empty where there is nothing to tell. */
export const tellers = new Set<() => Promise<string>>();
