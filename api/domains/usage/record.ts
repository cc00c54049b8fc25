import type { Origin } from '#api/ground/http/origin.ts';
import { invalid } from '#api/ground/http/problems.ts';
import { createLocalRateLimit } from '#api/ground/http/rate-limit.ts';
import { shortened } from '#api/ground/http/shortened-address.ts';
import { trackedPageOf } from '#schema/rules/tracked-pages.ts';
import { agentOf } from './agent.ts';
import type { Intake } from './intake.ts';
import { longestDelayMs, type PageView } from './page-view.ts';

/** A page view as it arrived. */
type ArrivedView = Pick<PageView, 'sent' | 'profileId'> & Origin;

/** Resolves when a page view is stored; answers 400, 429 and 503. */
export type RecordPageView = (view: ArrivedView) => Promise<void>;

export function createRecorder({ pageViews }: { readonly pageViews: Intake<PageView> }): RecordPageView {
  // A school has one address: a thousand tablets with pages and heartbeats. Counted in process memory, since counting in
  // the database would cost more than the page views.
  const views = createLocalRateLimit({ name: 'page-views', points: 6000, seconds: 60 });
  // More than a child's pages and heartbeats, plus 200 views that may have waited on the device.
  const ofProfile = createLocalRateLimit({ name: 'page-views-of-profile', points: 300, seconds: 600 });

  return async ({ sent, profileId, address, userAgent, clientHints }) => {
    const path = pathOf(sent.pageUrl);
    if (path === undefined) throw invalid({ pageUrl: ['messages.invalidValue'] });
    await views.take(address);
    const page = trackedPageOf(path);
    // Ignored without an error: after an error an old client would send the same page again.
    if (!page) return;
    if (profileId !== null) await ofProfile.take(profileId);
    const now = new Date();
    const { os, browser, browserVersion } = agentOf(userAgent, clientHints);
    // Written field by field, since a spread object takes several times the memory and thousands wait at once.
    await pageViews.take({
      os,
      browser,
      browserVersion,
      sent,
      page,
      startedAt: startOf(sent, now),
      receivedAt: now,
      stale: isStale(sent, now),
      profileId,
      ipAddress: shortened(address),
      clientIp: shortened(sent.clientIp),
    });
  };
}

interface SentTimes {
  readonly duration: number;
  readonly startedAt?: string | undefined;
  readonly sentAt?: string | undefined;
}

/**
 * When a page was opened, by our clock. A tablet's clock may be years wrong but runs at the same speed, so only the time
 * between opening and sending counts.
 */
export function startOf(sent: SentTimes, now: Date): Date {
  const ago = claimedAgeMs(sent, now);
  return new Date(now.getTime() - (ago >= sent.duration && ago <= longestDelayMs ? ago : sent.duration));
}

/**
 * Whether the claimed age of a page view is not believed: older than the longest delay, or in the future. An earlier message
 * of the view may then be stored in any month.
 */
function isStale(sent: SentTimes, now: Date): boolean {
  const ago = claimedAgeMs(sent, now);
  return ago > longestDelayMs || ago < 0;
}

const claimedAgeMs = ({ startedAt, sentAt }: SentTimes, now: Date): number =>
  startedAt === undefined ? Number.NaN : Date.parse(sentAt ?? now.toISOString()) - Date.parse(startedAt);

const nowhere = 'http://page.invalid';

// The path of a page's address, without query and fragment; undefined when the text is no address.
function pathOf(url: string): string | undefined {
  if (!URL.canParse(url, nowhere)) return undefined;
  const { pathname, protocol } = new URL(url, nowhere);
  return /^https?:$/.test(protocol) ? pathname : undefined;
}
