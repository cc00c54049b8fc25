import { WithClass } from '#web/student/features/entry/with-class.tsx';
import { useWords } from '#web/student/ui/text/words.tsx';
import { rememberLastBook } from '#web/student/platform/profiles/last-book.ts';
import { ProblemPage, useRetry } from '#web/student/ui/frame/problem-page.tsx';
import { LoadingPage } from '#web/student/ui/frame/loading-page.tsx';
import type { Masked } from '#web/shared/apollo/masks.ts';
import { paths } from '#web/shared/paths.ts';
import { useEffect } from 'react';
import { UnitGrid } from './unit-grid.tsx';
import { NextUnit } from './next-unit-card.tsx';
import { BookCover } from './book-cover.tsx';
import { type UnitCardFragment, useClassPageQuery } from '#web/student/operations.generated.ts';
import { useBookPageQuery } from '#web/student/features/lessons/units.lazy.generated.ts';
import { StudentPage } from '#web/student/ui/frame/student-page.tsx';
import { useScanCount } from '#web/student/platform/usage/scan-count.ts';
import { Navigate, useSearchParams } from 'react-router-dom';
import { useWhere, homePath, type Where } from '#web/student/platform/place.ts';
import { isEndedClass } from '#web/student/platform/ended-classes.ts';
import { activeProfile, useStudent, profileStore } from '#web/student/platform/profiles/profile-store.ts';
import './unit-list.css';

/** All units of a class or of a book, or else of the child's own class. */
export function Component() {
  const where = useWhere();
  const profile = activeProfile(useStudent());
  if (where.class) return <ClassUnits classHashCode={where.class} />;
  if (where.book) return <BookUnits book={where.book} />;
  return <Navigate to={homePath(profile)} replace />;
}

interface UnitsPageProps {
  readonly book: { readonly name: string; readonly thumbnail: { readonly url: string } | null };
  readonly units: readonly Masked<UnitCardFragment>[];
  readonly where: Where;
  readonly back: string;
}

/** A book with all of its units. */
export function UnitsPage({ book, units, where, back }: UnitsPageProps) {
  return (
    <StudentPage title={book.name} back={back} className="book">
      <div className="book-head">
        <BookCover name={book.name} thumbnail={book.thumbnail?.url} />
        <h1 className="book-name">{book.name}</h1>
      </div>
      <NextUnit units={units} where={where} />
      <UnitGrid units={units} where={where} />
    </StudentPage>
  );
}

/** The units of a book that was opened by its own code. */
export function BookUnits({ book }: { readonly book: string }) {
  const { t } = useWords();
  const { data, error, refetch } = useBookPageQuery({
    variables: { hashCode: book },
    notifyOnNetworkStatusChange: false,
  });
  const retry = useRetry(refetch);
  const [query] = useSearchParams();
  useScanCount({ hashCode: book, isPrinted: query.has('printed'), isFound: data !== undefined, error });
  const found = data?.studentTextBook;
  useEffect(() => {
    if (!found) return;
    const { hashCode, id, name } = found;
    rememberLastBook({ hashCode, name });
    const { place } = activeProfile() ?? {};
    // The child stays in its class, which has the same book, and also a wall and other children.
    if (place && place.classId !== null && place.textBookId === id && !isEndedClass(place.hashCode)) return;
    profileStore.enter({ hashCode, textBookId: id, textBookName: name, classId: null, className: null });
  }, [found]);

  const back = paths.profiles();
  if (!data) {
    const unknown = { title: t('unknownBookTitle'), text: t('unknownBookText') };
    return error ? <ProblemPage {...{ error, retry, back, unknown }} /> : <LoadingPage back={back} />;
  }
  return <UnitsPage book={data.studentTextBook} units={data.studentLessons} where={{ book }} back={back} />;
}

/** The units of a class's book. */
export function ClassUnits({ classHashCode }: { readonly classHashCode: string }) {
  const query = useClassPageQuery({ variables: { hashCode: classHashCode }, notifyOnNetworkStatusChange: false });
  const back = paths.studentClass(classHashCode);
  return (
    <WithClass {...{ query, back }}>
      {({ studentClass, classUnits }) => (
        <UnitsPage book={studentClass.textBook} units={classUnits} where={{ class: classHashCode }} back={back} />
      )}
    </WithClass>
  );
}
