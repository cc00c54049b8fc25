import { newId } from '#api/ground/db/ids.ts';
import type { PageView } from '#api/domains/usage/page-view.ts';

type Over = Partial<Omit<PageView, 'sent'>> & { readonly sent?: Partial<PageView['sent']> };

/** A page view as it arrives: a new event of a device without a profile, unless it says otherwise. */
export function plainView({ sent = {}, ...over }: Over = {}): PageView {
  const receivedAt = new Date();
  return {
    sent: {
      eventId: newId(),
      sessionKey: newId(),
      name: 'Units',
      pageUrl: '/student',
      duration: 5,
      heard: false,
      ...sent,
    },
    page: { path: '/student/unit-list', name: 'Unit list' },
    // Open for longer than it is ever said to have been seen.
    startedAt: new Date(receivedAt.getTime() - 50_000),
    receivedAt,
    stale: false,
    ...{ profileId: null, ipAddress: null, clientIp: null, os: null, browser: null, browserVersion: null },
    ...over,
  };
}
