import { Link, Navigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { SleepingFox } from '#web/student/art/empty-states.tsx';
import { Icon } from '#web/student/art/icons.tsx';
import { completedPath } from '#web/student/classes/completed-path.ts';
import { useClassPlace } from '#web/student/classes/use-class-place.ts';
import { LoadingPage } from '#web/student/frame/loading-page.tsx';
import { MessagePage } from '#web/student/frame/message-page.tsx';
import { ProblemPage } from '#web/student/frame/problem-page.tsx';
import { StudentPage } from '#web/student/frame/student-page.tsx';
import { useRetry } from '#web/student/frame/use-retry.ts';
import { ContentCards } from '#web/student/lessons/content-cards.tsx';
import { useGamePageQuery } from '#web/student/operations.generated.ts';
import { useWords, Words } from '#web/student/text/words.tsx';
import { ClassInvitation } from './class-invitation.tsx';
import './class-games.css';

/** The games of all units of a class's book, and the class's code for a friend. */
export function ClassGames({ classHashCode }: { readonly classHashCode: string }) {
  const { t } = useWords();
  const { data, error, refetch } = useGamePageQuery({
    variables: { classHashCode },
    notifyOnNetworkStatusChange: false,
  });
  const retry = useRetry(refetch);
  useClassPlace(data?.studentClass);

  const back = paths.studentClass(classHashCode);
  if (!data) {
    const unknown = { title: t('unknownClassTitle'), text: t('unknownClassText') };
    return error ? <ProblemPage {...{ error, retry, unknown }} back={paths.profiles()} /> : <LoadingPage back={back} />;
  }
  const { studentClass, studentContents: games } = data;
  if (studentClass.completed) return <Navigate {...completedPath(studentClass)} replace />;
  if (games.length === 0) {
    return (
      <MessagePage picture={<SleepingFox />} title={t('noGames')} text={t('noGamesText')} back={back}>
        <Link className="button button-primary" to={back}>
          <Icon name="book" size={32} />
          <span>
            <Words text={t('toClass')} />
          </span>
        </Link>
      </MessagePage>
    );
  }
  return (
    <StudentPage title={t('gamesTitle')} back={back} className="games">
      <div className="games-head">
        <p className="class-kind">{studentClass.className}</p>
        <h1 className="class-name">
          <Words text={t('gamesTitle')} />
        </h1>
      </div>
      <ContentCards contents={games} where={{ class: classHashCode }} />
      <ClassInvitation {...{ classHashCode }} className={studentClass.className} />
    </StudentPage>
  );
}
