/** Section 5's limits of files, in bytes: exactly so many are taken, one more is not. */
export const pictureMaximum = 2 * 1024 * 1024;
export const fileMaximum = 10 * 1024 * 1024;

/** A video is shorter than this, in seconds. */
export const videoSeconds = 120;
/** A voice recording is not longer than this, in seconds. */
export const recordingSeconds = 180;
/** A package of a roster as it is sent, and the most that its files may grow to. */
export const rosterPackageMaximum = 10 * 1024 * 1024;
export const rosterUnpackedMaximum = 64 * 1024 * 1024;
/** The most rows in all files of one roster. */
export const rosterRowLimit = 100_000;

/** The most people in one file of an import. */
export const importRowLimit = 10_000;
