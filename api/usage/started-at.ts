interface Told {
  readonly duration: number;
  readonly startedAt?: string | undefined;
  readonly sentAt?: string | undefined;
}

// A tablet sends what it kept when it is in the network again, after holidays at the latest.
const longestKept = 60 * 86_400_000;

/**
 * When a page was opened, by our clock: a tablet's may be hours or years wrong, but it runs as fast as ours, so what
 * counts is how long before the sending it was.
 */
export function startOf({ duration, startedAt, sentAt }: Told, now: Date): Date {
  const told = startedAt === undefined ? Number.NaN : Date.parse(sentAt ?? now.toISOString()) - Date.parse(startedAt);
  const ago = told >= duration && told <= longestKept ? told : duration;
  return new Date(now.getTime() - ago);
}
