import { useDeferredValue, type ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { LoadingPage } from '#web/student/frame/loading-page.tsx';
import { ProblemPage } from '#web/student/frame/problem-page.tsx';
import { useRetry } from '#web/student/frame/use-retry.ts';
import type { ClassOfChildFragment } from '#web/student/operations.generated.ts';
import { useWords } from '#web/student/text/words.tsx';
import { ClassPlace } from './class-place.ts';
import { completedPath } from './completed-path.ts';

interface WithClassProps<Data> {
  /** The page's own query, which asks for its class too. */
  readonly query: {
    readonly data?: Data | undefined;
    readonly error?: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  /** Where Back leads while the page is being fetched. */
  readonly back: string;
  readonly children: (data: Data, reload: () => void) => ReactNode;
}

/** A page of a class: fetched, the child's place from then on, and class-completed when the class is over. */
export function WithClass<Data extends { readonly studentClass: ClassOfChildFragment }>({
  query: { data: arrived, error, refetch },
  back,
  children,
}: WithClassProps<Data>) {
  const { t } = useWords();
  // A page of many pictures is drawn in slices, so that a tap never waits for it.
  const data = useDeferredValue(arrived);
  const retry = useRetry(refetch);
  if (!data) {
    const unknown = { title: t('unknownClassTitle'), text: t('unknownClassText') };
    return error ? <ProblemPage {...{ error, retry, unknown }} back={paths.profiles()} /> : <LoadingPage back={back} />;
  }
  if (data.studentClass.completed) return <Navigate {...completedPath(data.studentClass)} replace />;
  return (
    <>
      <ClassPlace found={data.studentClass} />
      {children(data, retry)}
    </>
  );
}
