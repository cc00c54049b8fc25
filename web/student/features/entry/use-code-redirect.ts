import { useEffect } from 'react';
import { useRetry } from '#web/student/ui/frame/problem-page.tsx';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { shownAtOnce } from './shown-at-once.ts';
import { useCodeRedirectQuery } from '#web/student/operations.generated.ts';
import { countScan } from '#web/student/platform/usage/scan-count.ts';
import { openedPath } from './opened-path.ts';

interface CodeRedirect {
  readonly asking: boolean;
  /** The page that the printed link opens in place of its own. */
  readonly to?: string | undefined;
  /** The problem if the link opens nothing, because its target is deleted or a draft. */
  readonly problem?: unknown;
  readonly retry: () => void;
}

/** Asks the server for a printed link's target, and counts the scan unless the target is the link's own page. */
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
  useEffect(() => {
    if (link !== null && isElsewhere) countScan(link);
  }, [link, isElsewhere]);
  return { asking: link !== null && loading, to: opens ? openedPath(opens) : undefined, problem, retry };
}
