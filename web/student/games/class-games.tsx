import { paths } from '#web/paths.ts';
import { SleepingFox } from '#web/student/art/empty-states.tsx';
import { Icon } from '#web/student/art/icons.tsx';
import { WithClass } from '#web/student/classes/with-class.tsx';
import { Link } from '#web/student/frame/link.tsx';
import { MessagePage } from '#web/student/frame/message-page.tsx';
import { StudentPage } from '#web/student/frame/student-page.tsx';
import { ContentCards } from '#web/student/lessons/content-cards.tsx';
import { useGamePageQuery, type GamePageQuery } from '#web/student/operations.generated.ts';
import { useWords, Words } from '#web/student/text/words.tsx';
import { ClassInvitation } from './class-invitation.tsx';
import './class-games.css';

interface ClassGamesProps {
  readonly classHashCode: string;
}

/** The games of all units of a class's book, and the class's code for a friend. */
export function ClassGames({ classHashCode }: ClassGamesProps) {
  const query = useGamePageQuery({ variables: { classHashCode }, notifyOnNetworkStatusChange: false });
  const back = paths.studentClass(classHashCode);
  return (
    <WithClass {...{ query, back }}>
      {({ studentClass: { className }, studentContents: games }) =>
        games.length === 0 ? <NoGames back={back} /> : <Games {...{ games, className, classHashCode, back }} />
      }
    </WithClass>
  );
}

function NoGames({ back }: { readonly back: string }) {
  const { t } = useWords();
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

interface GamesProps extends ClassGamesProps {
  readonly games: GamePageQuery['studentContents'];
  readonly className: string;
  readonly back: string;
}

function Games({ games, className, classHashCode, back }: GamesProps) {
  const { t } = useWords();
  return (
    <StudentPage title={t('gamesTitle')} back={back} className="games">
      <div className="games-head">
        <p className="class-kind">{className}</p>
        <h1 className="class-name">
          <Words text={t('gamesTitle')} />
        </h1>
      </div>
      <ContentCards contents={games} where={{ class: classHashCode }} />
      <ClassInvitation {...{ classHashCode, className }} />
    </StudentPage>
  );
}
