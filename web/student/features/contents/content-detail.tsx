import { useWhere, type Where } from '#web/student/platform/place.ts';
import type { StudentContent } from '#web/student/features/players/page-view.tsx';
import { useCallback, useDeferredValue, useEffect } from 'react';
import { useParams, type LoaderFunctionArgs } from 'react-router-dom';
import { paths } from '#web/shared/paths.ts';
import { missOf, takePageAnswer } from '#web/student/platform/apollo/page-answer.ts';
import { askEarly } from '#web/student/platform/apollo/student-client.ts';
import { LoadingPage } from '#web/student/ui/frame/loading-page.tsx';
import { ProblemPage, useRetry } from '#web/student/ui/frame/problem-page.tsx';
import { StudentPage } from '#web/student/ui/frame/student-page.tsx';
import { useStoredUnit } from '#web/student/platform/offline/offline.ts';
import {
  ContentPageDocument,
  useContentPageQuery,
} from '#web/student/features/contents/content-page.lazy.generated.ts';
import { useContentDetailsQuery } from '#web/student/operations.generated.ts';
import { activeProfile, useStudent } from '#web/student/platform/profiles/profile-store.ts';
import { finishedContent, openedUnit } from '#web/student/platform/change-progress.ts';
import { tellFinished } from '#web/student/platform/content-finished.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { usePageViewOf } from '#web/student/platform/usage/page-view-tracker.ts';
import { useScanCount } from '#web/student/platform/usage/scan-count.ts';
import { ContentActivity, isPlayed } from './content-activity.tsx';
import { ContentPager } from './content-pager.tsx';
import './content-detail.css';

/** Takes the answer that came with the page, or starts the query while the area's texts are still loading. */
export function loader({ params }: LoaderFunctionArgs) {
  const variables = { hashCode: params.contentHashCode ?? '' };
  if (!takePageAnswer(variables.hashCode)) askEarly(ContentPageDocument, variables);
  return null;
}

/** One content: its page, its activity, and the previous and next content. */
export function Component() {
  const { t } = useWords();
  const { contentHashCode = '' } = useParams();
  const query = useContentPageQuery({
    variables: { hashCode: contentHashCode },
    notifyOnNetworkStatusChange: false,
    skip: missOf(contentHashCode) !== undefined,
  });
  const { refetch } = query;
  const error = missOf(contentHashCode) ?? query.error;
  // Renders in slices, so that a tap never waits for the whole page.
  const data = useDeferredValue(query.data);
  const retry = useRetry(refetch);
  const where = useWhereOf(data?.studentContent);
  const finish = useHanamaru(data?.studentContent);
  const address = useWhere();
  // A printed link has no class and no book; every link of the app has one.
  const isPrinted = address.class === undefined && address.book === undefined && address.preview === undefined;
  useScanCount({ hashCode: contentHashCode, isPrinted, isFound: query.data !== undefined, error });
  const { id, unit: ofUnit, textBook } = data?.studentContent ?? {};
  useStoredUnit(data?.studentContent.unit.hashCode);
  usePageViewOf({ contentId: id, lessonId: ofUnit?.id, textBookId: textBook?.id, textBookName: textBook?.name });

  if (!data) {
    const unknown = { title: t('unknownContentTitle'), text: t('unknownContentText') };
    return error ? <ProblemPage {...{ error, retry, unknown }} /> : <LoadingPage />;
  }
  const content = data.studentContent;
  const { unit, pageNumber, name } = content;
  return (
    <StudentPage
      title={name}
      back={paths.unitDetail({ unit: unit.hashCode, ...where })}
      isBeside
      className={`content ${isPlayed(content.type) ? 'content-played' : ''}`}
    >
      <div className="content-title">
        <h1>{name}</h1>
        <p>
          <Words text={t('unitNumber', { number: unit.number })} />
          <span aria-hidden> · </span>
          <Words text={t('page', { page: pageNumber })} />
        </p>
      </div>
      <ContentActivity key={content.id} content={content} where={where} onDone={finish} />
      <ContentPager previous={content.previousHashCode} next={content.nextHashCode} where={where} />
    </StudentPage>
  );
}

/** Remembers the child's current unit. The returned function marks the content as done. */
function useHanamaru(content: StudentContent | undefined): () => void {
  const profileId = activeProfile(useStudent())?.id;
  const unit = content?.unit.hashCode;
  const code = content?.hashCode;
  useEffect(() => {
    if (profileId && unit) openedUnit(profileId, unit);
  }, [profileId, unit]);
  return useCallback(() => {
    if (profileId && unit && code) finishedContent(profileId, unit, code);
    if (code) tellFinished(code);
  }, [profileId, unit, code]);
}

/** The class or book for the content's links: from the address, else the child's own class, else the book. */
export function useWhereOf(content: StudentContent | undefined): Where {
  const fromAddress = useWhere();
  const profile = activeProfile(useStudent());
  const isKnown = fromAddress.class !== undefined || fromAddress.book !== undefined;
  const { data } = useContentDetailsQuery({
    variables: { hashCode: content?.hashCode ?? '' },
    skip: isKnown || !content || !profile,
    // The answer depends on the caller, so it is not cached.
    fetchPolicy: 'network-only',
  });
  if (isKnown || !content) return fromAddress;
  const classHashCode = data?.contentDetails.classHashCode;
  return { ...fromAddress, ...(classHashCode ? { class: classHashCode } : { book: content.textBook.hashCode }) };
}
