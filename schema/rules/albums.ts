/** For how many days a family's link opens an album. */
export const albumDays = { from: 1, to: 30, initial: 14 } as const;

/** The most bytes of a child's works for an album. */
export const albumMaximum = 1024 * 1024 * 1024;
