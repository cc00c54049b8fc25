import { Navigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { completedPath } from '#web/student/classes/completed-path.ts';
import { useClassPlace } from '#web/student/classes/use-class-place.ts';
import { LoadingPage } from '#web/student/frame/loading-page.tsx';
import { ProblemPage } from '#web/student/frame/problem-page.tsx';
import { useRetry } from '#web/student/frame/use-retry.ts';
import { useClassPageQuery } from '#web/student/operations.generated.ts';
import { useWords } from '#web/student/text/words.tsx';
import { UnitsPage } from './units-page.tsx';

/** The units of a class's book. */
export function ClassUnits({ classHashCode }: { readonly classHashCode: string }) {
  const { t } = useWords();
  const { data, error, refetch } = useClassPageQuery({
    variables: { hashCode: classHashCode },
    notifyOnNetworkStatusChange: false,
  });
  const retry = useRetry(refetch);
  useClassPlace(data?.studentClass);
  const back = paths.studentClass(classHashCode);
  if (!data) {
    const unknown = { title: t('unknownClassTitle'), text: t('unknownClassText') };
    return error ? <ProblemPage {...{ error, retry, unknown }} back={paths.profiles()} /> : <LoadingPage back={back} />;
  }
  if (data.studentClass.completed) return <Navigate {...completedPath(data.studentClass)} replace />;
  const { textBook } = data.studentClass;
  return <UnitsPage book={textBook} units={data.classUnits} where={{ class: classHashCode }} back={back} />;
}
