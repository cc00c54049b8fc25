/** The stamps that a teacher gives to a child's work. Each has its drawing in `web/shared/art/stamps.tsx`. */
export const stamps = ['hanamaru', 'star', 'smile', 'listenAgain', 'onceMore'] as const;
export type Stamp = (typeof stamps)[number];

/** A teacher's voice is not longer than this, in seconds. */
export const replySeconds = 60;

/** The bytes of a teacher's voice: a minute of the WAV file that the staff app records. */
export const replyMaximum = 3 * 1024 * 1024;
