/** Minutes after which a session of the board ends by itself: a double lesson. */
export const boardMinutes = 100;

/** The seconds after which a session ends when its board is silent; a board reports every 20 seconds. */
export const boardSilence = 120;

/** The seconds after which a silent tablet's student is shown as away; a tablet reports every 30 seconds. */
export const followerSilence = 75;
