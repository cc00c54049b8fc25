import { useEffect } from 'react';
import { paths } from '#web/paths.ts';
import { LoadingPage } from '#web/student/frame/loading-page.tsx';
import { ProblemPage } from '#web/student/frame/problem-page.tsx';
import { useRetry } from '#web/student/frame/use-retry.ts';
import { useBookPageQuery } from '#web/student/operations.generated.ts';
import { rememberLastBook } from '#web/student/profiles/last-book.ts';
import { profileStore } from '#web/student/profiles/profile-store.ts';
import { useWords } from '#web/student/text/words.tsx';
import { UnitsPage } from './units-page.tsx';

/** The units of a book that was opened by its own code, without a class. */
export function BookUnits({ book }: { readonly book: string }) {
  const { t } = useWords();
  const { data, error, refetch } = useBookPageQuery({
    variables: { hashCode: book },
    notifyOnNetworkStatusChange: false,
  });
  const retry = useRetry(refetch);
  const found = data?.studentTextBook;
  useEffect(() => {
    if (!found) return;
    const { hashCode, id, name } = found;
    rememberLastBook({ hashCode, name });
    profileStore.enter({ hashCode, textBookId: id, textBookName: name, classId: null, className: null });
  }, [found]);

  const back = paths.profiles();
  if (!data) {
    const unknown = { title: t('unknownBookTitle'), text: t('unknownBookText') };
    return error ? <ProblemPage {...{ error, retry, back, unknown }} /> : <LoadingPage back={back} />;
  }
  return <UnitsPage book={data.studentTextBook} units={data.studentLessons} where={{ book }} back={back} />;
}
