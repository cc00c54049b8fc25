import { shortened } from '#api/address/shortened.ts';
import { invalid } from '#api/http/problems.ts';
import { createLocalRateLimit } from '#api/http/rate-limit.ts';
import { type Route, route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
import { recordPageView } from '#schema/rest/usage.ts';
import { agentOf } from './agent.ts';
import { pageOf } from './page-url.ts';
import { isStale, startOf } from './started-at.ts';

// As long as the path of any page, and as what is kept of one.
const longestPage = 2048;

export function usageRoutes({ pageViews }: Services): Route[] {
  // A school is one address: a thousand tablets, each with a page and its heartbeats. Counted by each process for
  // itself, since a write for each view would cost more than the views.
  const views = createLocalRateLimit({ name: 'page-views', points: 6000, seconds: 60 });

  return [
    route(recordPageView, async ({ caller, body: told, address, userAgent, clientHints }) => {
      const page = pageOf(told.pageUrl);
      if (page === undefined || page.length > longestPage) throw invalid({ pageUrl: ['messages.invalidValue'] });
      await views.take(address);
      const now = new Date();
      await pageViews.take({
        ...agentOf(userAgent, clientHints),
        told,
        page,
        startedAt: startOf(told, now),
        receivedAt: now,
        stale: isStale(told, now),
        profileId: caller.kind === 'Student' ? caller.profileId : null,
        ipAddress: shortened(address),
        clientIp: shortened(told.clientIp),
      });
    }),
  ];
}
