import { shortened } from '#api/address/shortened.ts';
import type { Origin } from '#api/http/origin.ts';
import { invalid } from '#api/http/problems.ts';
import { createLocalRateLimit } from '#api/http/rate-limit.ts';
import type { Services } from '#api/services.ts';
import { agentOf } from './agent.ts';
import { trackedPageOf } from '#schema/rules/tracked-pages.ts';
import { pathOf } from './page-url.ts';
import type { PageView } from './page-view.ts';
import { isStale, startOf } from './started-at.ts';

/** A page view as it came. */
type ToldView = Pick<PageView, 'told' | 'profileId'> & Origin;

/** Resolves when a page view is safe; answers 400, 429 and 503. */
export type RecordPageView = (view: ToldView) => Promise<void>;

export function createRecorder({ pageViews }: Pick<Services, 'pageViews'>): RecordPageView {
  // A school is one address: a thousand tablets, each with a page and its heartbeats. Counted by each process for
  // itself, since a write for each view would cost more than the views.
  const views = createLocalRateLimit({ name: 'page-views', points: 6000, seconds: 60 });
  // More than a child's pages and heartbeats, with the 200 that may have waited on the device.
  const ofProfile = createLocalRateLimit({ name: 'page-views-of-profile', points: 300, seconds: 600 });

  return async ({ told, profileId, address, userAgent, clientHints }) => {
    const path = pathOf(told.pageUrl);
    if (path === undefined) throw invalid({ pageUrl: ['messages.invalidValue'] });
    await views.take(address);
    const page = trackedPageOf(path);
    // A refusal would only make an old client send the same page again.
    if (!page) return;
    if (profileId !== null) await ofProfile.take(profileId);
    const now = new Date();
    const { os, browser, browserVersion } = agentOf(userAgent, clientHints);
    // Field by field: what is spread into an object takes several times the memory, and thousands wait at once.
    await pageViews.take({
      os,
      browser,
      browserVersion,
      told,
      page,
      startedAt: startOf(told, now),
      receivedAt: now,
      stale: isStale(told, now),
      profileId,
      ipAddress: shortened(address),
      clientIp: shortened(told.clientIp),
    });
  };
}
