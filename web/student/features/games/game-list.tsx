import { ClassInvitation } from './class-invitation.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { useGamePageQuery, type GamePageQuery } from '#web/student/features/games/game.lazy.generated.ts';
import { ContentCards } from '#web/student/features/lessons/content-cards.tsx';
import { StudentPage } from '#web/student/ui/frame/student-page.tsx';
import { MessagePage } from '#web/student/ui/frame/message-page.tsx';
import { Link } from '#web/student/ui/controls/link.tsx';
import { WithClass } from '#web/student/features/entry/with-class.tsx';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { SleepingFox } from '#web/student/ui/art/empty-states.tsx';
import { Navigate } from 'react-router-dom';
import { paths } from '#web/shared/paths.ts';
import { useWhere, homePath } from '#web/student/platform/place.ts';
import { activeProfile, useStudent } from '#web/student/platform/profiles/profile-store.ts';
import './game-list.css';

/** The games of the class in the address. A book without a class lists its games in its units. */
export function Component() {
  const where = useWhere();
  const profile = activeProfile(useStudent());
  if (where.class) return <ClassGames classHashCode={where.class} />;
  if (where.book) return <Navigate to={paths.unitList(where)} replace />;
  const place = profile?.place;
  const own = place && place.classId !== null ? paths.gameList({ class: place.hashCode }) : homePath(profile);
  return <Navigate to={own} replace />;
}

interface ClassGamesProps {
  readonly classHashCode: string;
}

/** The games of all units of a class's book, and the class's QR code. */
export function ClassGames({ classHashCode }: ClassGamesProps) {
  const query = useGamePageQuery({ variables: { classHashCode }, notifyOnNetworkStatusChange: false });
  const back = paths.studentClass(classHashCode);
  return (
    <WithClass {...{ query, back }}>
      {({ studentClass: { className }, studentContents: games }) =>
        games.length === 0 ? (
          <NoGames {...{ className, classHashCode, back }} />
        ) : (
          <Games {...{ games, className, classHashCode, back }} />
        )
      }
    </WithClass>
  );
}

function NoGames({ className, classHashCode, back }: Omit<GamesProps, 'games'>) {
  const { t } = useWords();
  const invitation = <ClassInvitation {...{ classHashCode, className }} />;
  return (
    <MessagePage picture={<SleepingFox />} title={t('noGames')} text={t('noGamesText')} back={back} foot={invitation}>
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
