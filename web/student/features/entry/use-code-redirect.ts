import { useEffect, useState } from 'react';
import { useRetry } from '#web/student/ui/frame/problem-page.tsx';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { shownAtOnce } from './shown-at-once.ts';
import { useCodeRedirectQuery } from '#web/student/operations.generated.ts';
import { networkPatience } from '#web/student/platform/apollo/stored-answers-link.ts';
import { countScan } from '#web/student/platform/usage/scan-count.ts';
import { workInHand } from '#web/student/platform/work-in-hand.ts';
import { openedPath } from './opened-path.ts';

interface CodeRedirect {
  readonly asking: boolean;
  /** The page that the printed link opens in place of its own. */
  readonly to?: string | undefined;
  /** The problem if the link opens nothing, because its target is deleted or a draft. */
  readonly problem?: unknown;
  readonly retry: () => void;
}

/**
 * Asks the server for a printed link's target, and counts the scan unless the target is the link's own page. On a network
 * that does not respond, the link's own page opens meanwhile; a late answer leaves it only if the child has no work in hand.
 */
export function useCodeRedirect(link: string | null): CodeRedirect {
  const { data, error, loading, refetch } = useCodeRedirectQuery({
    variables: { hashCode: link ?? '' },
    skip: link === null || link === shownAtOnce(),
    // Staff can change the target at any time, so the answer is not cached.
    fetchPolicy: 'network-only',
  });
  const retry = useRetry(refetch);
  const opens = data?.codeRedirect;
  // Any other problem, such as no network, is left to the link's own page, which may be stored on the device.
  const problem = error && problemOf(error).status === 404 ? error : undefined;
  const isElsewhere = Boolean(opens) || problem !== undefined;
  const isLate = useIsLate(link, loading);
  const stays = isLate && workInHand.isClaimed();
  useEffect(() => {
    // When the answer is late, the link's own page has counted the scan already.
    if (link !== null && isElsewhere && !isLate) countScan(link);
  }, [link, isElsewhere, isLate]);
  return {
    asking: link !== null && loading && !isLate,
    to: opens && !stays ? openedPath(opens) : undefined,
    problem: stays ? undefined : problem,
    retry,
  };
}

/** Whether the answer for this visit of the link comes late, or not at all. */
function useIsLate(link: string | null, loading: boolean): boolean {
  const [late, setLate] = useState<string | null>(null);
  useEffect(() => {
    if (!loading) return undefined;
    const timer = setTimeout(() => setLate(link), networkPatience);
    return () => clearTimeout(timer);
  }, [link, loading]);
  useEffect(() => () => setLate(null), [link]);
  return link !== null && late === link;
}
