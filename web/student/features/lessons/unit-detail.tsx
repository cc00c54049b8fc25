import { Navigate, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom';
import { unmask } from '#web/shared/apollo/masks.ts';
import { paths } from '#web/shared/paths.ts';
import { askEarly } from '#web/student/platform/apollo/student-client.ts';
import { completedPath, ClassPlace } from '#web/student/features/entry/with-class.tsx';
import { SleepingFox } from '#web/student/ui/art/empty-states.tsx';
import { LoadingPage } from '#web/student/ui/frame/loading-page.tsx';
import { MessagePage } from '#web/student/ui/frame/message-page.tsx';
import { ProblemPage, useRetry } from '#web/student/ui/frame/problem-page.tsx';
import { StudentPage } from '#web/student/ui/frame/student-page.tsx';
import { useWhere, type Where } from '#web/student/platform/place.ts';
import { useClassPageQuery, type ClassOfChildFragment } from '#web/student/operations.generated.ts';
import { UnitPageDocument, useUnitPageQuery } from '#web/student/features/lessons/units.lazy.generated.ts';
import { useStoredUnit } from '#web/student/platform/offline/offline.ts';
import { useWords } from '#web/student/ui/text/words.tsx';
import { usePageViewOf } from '#web/student/platform/usage/page-view-tracker.ts';
import { useScanCount } from '#web/student/platform/usage/scan-count.ts';
import { ContentCards } from './content-cards.tsx';
import { UnitNumber } from './unit-grid.tsx';
import './unit-detail.css';

/** Starts the query while the area's texts are still loading. */
export function loader({ request }: LoaderFunctionArgs) {
  askEarly(UnitPageDocument, { hashCode: new URL(request.url).searchParams.get('unit') ?? '' });
  return null;
}

/** A unit: its contents as cards in printed order. */
export function Component() {
  const { t } = useWords();
  const [query] = useSearchParams();
  const where = useWhere();
  const { data, error, refetch } = useUnitPageQuery({
    variables: { hashCode: query.get('unit') ?? '' },
    notifyOnNetworkStatusChange: false,
  });
  const retry = useRetry(refetch);
  const isPrinted = query.has('printed');
  useScanCount({ hashCode: query.get('unit') ?? '', isPrinted, isFound: data !== undefined, error });
  const ofClass = useClassOf(where);
  const { id: lessonId, textBook: ofBook } = data?.studentLessonName ?? {};
  useStoredUnit(data?.studentLessonName.hashCode);
  usePageViewOf({ lessonId, textBookId: ofBook?.id, textBookName: ofBook?.name });

  if (ofClass?.completed) return <Navigate {...completedPath(ofClass)} replace />;
  if (!data) {
    const back = where.class ? paths.studentClass(where.class) : paths.unitList(where);
    const unknown = { title: t('unknownUnitTitle'), text: t('unknownUnitText') };
    return error ? <ProblemPage {...{ error, retry, back, unknown }} /> : <LoadingPage back={back} />;
  }
  const { number, title, name, languageFocus, textBook, hashCode } = data.studentLessonName;
  const from = where.class || where.book ? where : { book: textBook.hashCode };
  const back = from.class ? paths.studentClass(from.class) : paths.unitList(from);
  if (data.lessonContents.length === 0) {
    return (
      <>
        <ClassPlace found={ofClass} />
        <MessagePage picture={<SleepingFox />} title={t('noContents')} text={t('noContentsText')} back={back} />
      </>
    );
  }
  return (
    <StudentPage title={name} back={back} className="unit">
      <ClassPlace found={ofClass} />
      <div className="unit-head">
        <UnitNumber number={number} />
        <div>
          <p className="unit-detail-kind">{title}</p>
          <h1 className="unit-title">{name}</h1>
          <p className="unit-focus">{languageFocus}</p>
        </div>
      </div>
      <ContentCards contents={data.lessonContents} unit={hashCode} where={from} />
    </StudentPage>
  );
}

/** Loads the class in the address and makes it the child's place. A completed class shows no contents. */
function useClassOf(where: Where) {
  const { data } = useClassPageQuery({ variables: { hashCode: where.class ?? '' }, skip: !where.class });
  return data && unmask<ClassOfChildFragment>(data.studentClass);
}
