import type { ApolloCache } from '@apollo/client';
import type { QueuedPostFragment } from '#web/staff/operations.generated.ts';

type Standing = Pick<QueuedPostFragment, 'state' | 'reports'>;

interface Waiting {
  readonly pending: number;
  readonly reported: number;
}

interface Page {
  readonly items: readonly QueuedPostFragment[];
  readonly totalCount: number;
}

const pendingIn = (post: Standing | null) => (post?.state === 'PENDING' ? 1 : 0);
const reportedIn = (post: Standing | null) => (post !== null && post.reports.length > 0 ? 1 : 0);

/** Keeps the shell's badge right after a decision, without asking; null is a post that is not there. */
export function noteDecision(cache: ApolloCache, before: Standing | null, after: Standing | null): void {
  cache.modify<{ communityWaiting: Waiting }>({
    id: 'ROOT_QUERY',
    fields: {
      communityWaiting: (waiting) =>
        'pending' in waiting
          ? {
              ...waiting,
              pending: Math.max(0, waiting.pending + pendingIn(after) - pendingIn(before)),
              reported: Math.max(0, waiting.reported + reportedIn(after) - reportedIn(before)),
            }
          : waiting,
    },
  });
}

/** Removes a deleted post from every cached page. */
export function forgetPost(cache: ApolloCache, post: QueuedPostFragment): void {
  const gone = cache.identify(post);
  cache.modify<{ communityQueue: Page }>({
    id: 'ROOT_QUERY',
    fields: {
      communityQueue: (page) => {
        if (!('items' in page)) return page;
        const items = page.items.filter((item) => cache.identify(item) !== gone);
        return { ...page, items, totalCount: page.totalCount - page.items.length + items.length };
      },
    },
  });
  cache.evict({ id: gone });
  cache.gc();
}
