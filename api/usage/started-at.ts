interface Told {
  readonly duration: number;
  readonly startedAt?: string | undefined;
  readonly sentAt?: string | undefined;
}

/** A tablet sends what it kept when it is in the network again, after holidays at the latest. In milliseconds. */
export const longestKept = 60 * 86_400_000;

/**
 * When a page was opened, by our clock: a tablet's may be hours or years wrong, but it runs as fast as ours, so what
 * counts is how long before the sending it was.
 */
export function startOf(told: Told, now: Date): Date {
  const ago = toldAgo(told, now);
  return new Date(now.getTime() - (ago >= told.duration && ago <= longestKept ? ago : told.duration));
}

/**
 * Whether a page view says that it is older than we believe, or younger than its own sending: it may be one that was
 * kept long ago.
 */
export function isStale(told: Told, now: Date): boolean {
  const ago = toldAgo(told, now);
  return ago > longestKept || ago < 0;
}

const toldAgo = ({ startedAt, sentAt }: Told, now: Date): number =>
  startedAt === undefined ? Number.NaN : Date.parse(sentAt ?? now.toISOString()) - Date.parse(startedAt);
