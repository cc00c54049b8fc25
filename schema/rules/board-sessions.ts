/** Minutes after which a session of the board ends by itself: a double lesson. */
export const boardMinutes = 100;

/** Seconds for which a session goes on without a word from its board, which speaks every 20. */
export const boardSilence = 120;

/** Seconds without a word from a tablet, which speaks every 30, until its student is no longer shown as here. */
export const followerSilence = 75;
