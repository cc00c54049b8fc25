import { createHash } from 'node:crypto';
import type { Agent } from './agent.ts';

interface Seen extends Agent {
  readonly sessionKey: string | null;
  readonly profileId: string | null;
  readonly ipAddress: string | null;
}

/**
 * Whom a page view counts for: its session, else (an old or foreign client) its profile, at last its device. Kept as a
 * digest, so that a profile that is forgotten later changes no number.
 */
export function visitorOf({ sessionKey, profileId, ipAddress, os, browser, browserVersion }: Seen): string {
  const device = [ipAddress, os, browser, browserVersion].filter((part) => part !== null).join(' ');
  const digest = createHash('md5')
    .update(sessionKey ?? profileId ?? device)
    .digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
