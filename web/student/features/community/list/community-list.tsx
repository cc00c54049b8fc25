import { WithWall, type Wall } from '#web/student/features/community/with-wall.tsx';
import { useRemovePost } from '#web/student/features/community/use-remove-post.ts';
import { useReactions } from '#web/student/features/community/reactions/use-reactions.ts';
import { PostCards } from './post-cards.tsx';
import { ChooseProfile } from '#web/student/features/community/reactions/post-reactions.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { useUnsentWorks } from '#web/student/platform/sending/unsent-works.ts';
import { StudentPage } from '#web/student/ui/frame/student-page.tsx';
import { Link } from '#web/student/ui/controls/link.tsx';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { SleepingFox } from '#web/student/ui/art/empty-states.tsx';
import { useEffect, useRef } from 'react';
import { Navigate } from 'react-router-dom';
import { paths } from '#web/shared/paths.ts';
import { useWhere } from '#web/student/platform/place.ts';
import { activeProfile, useStudent } from '#web/student/platform/profiles/profile-store.ts';
import './community-list.css';

/** The wall of the class in the address, or of the child's own class. */
export function Component() {
  const where = useWhere();
  const place = activeProfile(useStudent())?.place;
  if (where.class) return <ClassWall classHashCode={where.class} />;
  const own = place && place.classId !== null ? paths.communityList({ class: place.hashCode }) : paths.profiles();
  return <Navigate to={own} replace />;
}

/** The works of a class's children, the child's own first. */
export function ClassWall({ classHashCode }: { readonly classHashCode: string }) {
  const back = paths.studentClass(classHashCode);
  return (
    <WithWall {...{ classHashCode, back }}>{(found) => <WallPage {...found} {...{ classHashCode, back }} />}</WithWall>
  );
}

interface WallPageProps extends Wall {
  readonly classHashCode: string;
  readonly back: string;
}

function WallPage({ wall, reload, classHashCode, back }: WallPageProps) {
  const { t } = useWords();
  const ofChild = useReactions(reload);
  const isOver = wall.studentClass.completed;
  const reactions = isOver ? null : ofChild;
  const removal = useRemovePost();
  useReloadOnPost(reload);
  const posts = wall.communityPosts;
  return (
    <StudentPage title={t('wallTitle')} back={back} className="class-wall">
      <div className="wall-head">
        <p className="wall-class">{wall.studentClass.className}</p>
        <h1 className="wall-title">
          <Words text={t('wallTitle')} />
        </h1>
        {reactions && <AddWork classHashCode={classHashCode} />}
        {!ofChild && posts.length > 0 && <ChooseProfile classHashCode={classHashCode} />}
      </div>
      {posts.length === 0 ? <EmptyWall /> : <PostCards {...{ posts, classHashCode, reactions, removal }} />}
    </StudentPage>
  );
}

function AddWork({ classHashCode }: Pick<WallPageProps, 'classHashCode'>) {
  const { t } = useWords();
  return (
    <Link className="button button-primary wall-add" to={paths.communityUpload({ class: classHashCode })}>
      <Icon name="plus" size={36} />
      <span>
        <Words text={t('addWork')} />
      </span>
    </Link>
  );
}

/** Reloads the wall when a work of this device has been posted. */
function useReloadOnPost(reload: () => void): void {
  const waiting = useUnsentWorks().length;
  const before = useRef(waiting);
  useEffect(() => {
    if (waiting < before.current) reload();
    before.current = waiting;
  }, [waiting, reload]);
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
