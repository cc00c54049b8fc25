/** For how many days a family's link opens an album. */
export const albumDays = { from: 1, to: 30, initial: 14 } as const;

/** The bytes of a child's works beyond which no album is made of them. */
export const albumMaximum = 1024 * 1024 * 1024;
