/*
 * The numbers of all advisory locks, in one place, so that no two purposes share one. A key of one number never meets a
 * key of two. During an upgrade the release before takes its locks by the same numbers: a number stays as it is where old
 * and new processes must exclude each other.
 */

/** The locks of one key. */
export const lockKeys = {
  migration: 7_232_026,
  queueMigration: 7_232_027,
  nightlyRemoval: 7_232_029,
  // Servers of the release before the one with `usage_pending` take the lock to write page views, so that they and newer
  // servers change the rollups by turns.
  rollups: 7_232_030,
  backup: 7_232_031,
  joiningMediaFolder: 7_232_032,
  demoSeed: 7_232_034,
} as const;

/** The first keys of locks of two keys. The second one says which worker, event or process, or whose storage. */
export const lockClasses = {
  workers: 7_232_028,
  pageViewEvents: 7_232_031,
  mediaFolderProcesses: 7_232_033,
  apisWithoutJobs: 7_232_035,
  storageRoom: 7_232_036,
} as const;
