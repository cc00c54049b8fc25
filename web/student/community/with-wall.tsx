import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { completedPath } from '#web/student/classes/completed-path.ts';
import { useClassPlace } from '#web/student/classes/use-class-place.ts';
import { LoadingPage } from '#web/student/frame/loading-page.tsx';
import { ProblemPage } from '#web/student/frame/problem-page.tsx';
import { useRetry } from '#web/student/frame/use-retry.ts';
import { useCommunityWallQuery, type CommunityWallQuery } from '#web/student/operations.generated.ts';
import { useWords } from '#web/student/text/words.tsx';

export interface Wall {
  readonly wall: CommunityWallQuery;
  readonly reload: () => void;
}

interface WithWallProps {
  readonly classHashCode: string;
  /** Where Back leads while the wall is being fetched. */
  readonly back: string;
  readonly children: (wall: Wall) => ReactNode;
}

/** Fetches a class's wall for a page of it, and makes the class the child's place. */
export function WithWall({ classHashCode, back, children }: WithWallProps) {
  const { t } = useWords();
  const { data, error, refetch } = useCommunityWallQuery({
    variables: { classHashCode },
    // What the cache holds may be of another child on this device, waiting posts included.
    fetchPolicy: 'network-only',
    notifyOnNetworkStatusChange: false,
  });
  const retry = useRetry(refetch);
  useClassPlace(data?.studentClass);

  if (!data) {
    const unknown = { title: t('unknownClassTitle'), text: t('unknownClassText') };
    return error ? <ProblemPage {...{ error, retry, unknown }} back={paths.profiles()} /> : <LoadingPage back={back} />;
  }
  if (data.studentClass.completed) return <Navigate {...completedPath(data.studentClass)} replace />;
  return children({ wall: data, reload: retry });
}
