import { Navigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { completedPath } from '#web/student/classes/completed-path.ts';
import { useClassPlace } from '#web/student/classes/use-class-place.ts';
import { SleepingFox } from '#web/student/art/empty-states.tsx';
import { LoadingPage } from '#web/student/frame/loading-page.tsx';
import { ProblemPage } from '#web/student/frame/problem-page.tsx';
import { StudentPage } from '#web/student/frame/student-page.tsx';
import { useRetry } from '#web/student/frame/use-retry.ts';
import { useCommunityWallQuery } from '#web/student/operations.generated.ts';
import { useWords, Words } from '#web/student/text/words.tsx';
import { PostCards } from './post-cards.tsx';
import './class-wall.css';

/** What the children of a class have made, one's own first. */
export function ClassWall({ classHashCode }: { readonly classHashCode: string }) {
  const { t } = useWords();
  const { data, error, refetch } = useCommunityWallQuery({
    variables: { classHashCode },
    // What the cache holds may be of another child on this device, waiting posts included.
    fetchPolicy: 'network-only',
    notifyOnNetworkStatusChange: false,
  });
  const retry = useRetry(refetch);
  useClassPlace(data?.studentClass);

  const back = paths.studentClass(classHashCode);
  if (!data) {
    const unknown = { title: t('unknownClassTitle'), text: t('unknownClassText') };
    return error ? <ProblemPage {...{ error, retry, unknown }} back={paths.profiles()} /> : <LoadingPage back={back} />;
  }
  const { className, completed } = data.studentClass;
  if (completed) return <Navigate {...completedPath(data.studentClass)} replace />;
  return (
    <StudentPage title={t('wallTitle')} back={back} className="class-wall">
      <div className="wall-head">
        <p className="wall-class">{className}</p>
        <h1 className="wall-title">
          <Words text={t('wallTitle')} />
        </h1>
      </div>
      {data.communityPosts.length === 0 ? <EmptyWall /> : <PostCards posts={data.communityPosts} />}
    </StudentPage>
  );
}

function EmptyWall() {
  const { t } = useWords();
  return (
    <div className="wall-none sheet">
      <SleepingFox />
      <h2>
        <Words text={t('wallEmpty')} />
      </h2>
      <p>
        <Words text={t('wallEmptyText')} />
      </p>
    </div>
  );
}
