import { shortened } from '#api/address/shortened.ts';
import { invalid } from '#api/http/problems.ts';
import { createRateLimit } from '#api/http/rate-limit.ts';
import { type Route, route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
import { recordPageView } from '#schema/rest/usage.ts';
import { agentOf } from './agent.ts';
import { pageOf } from './page-url.ts';
import { keepPageView } from './record.ts';
import { startOf } from './started-at.ts';

export function usageRoutes({ db, pool }: Services): Route[] {
  // A school is one address: a thousand tablets, each with a page and its heartbeats.
  const views = createRateLimit(pool, { name: 'page-views', points: 6000, seconds: 60 });

  return [
    route(recordPageView, async ({ caller, body: told, address, userAgent, clientHints }) => {
      const page = pageOf(told.pageUrl);
      if (page === undefined) throw invalid({ pageUrl: ['messages.invalidValue'] });
      await views.take(address);
      await keepPageView(db, {
        ...agentOf(userAgent, clientHints),
        told,
        page,
        startedAt: startOf(told, new Date()),
        profileId: caller.kind === 'Student' ? caller.profileId : null,
        ipAddress: shortened(address),
        clientIp: shortened(told.clientIp),
      });
    }),
  ];
}
