/** The most finished contents of one call. */
export const progressLimit = 200;

/** The longest ago that a device may say, in seconds: ten years. */
export const longestAgo = 315_360_000;
