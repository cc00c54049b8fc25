import { useEffect, useRef } from 'react';
import { paths } from '#web/paths.ts';
import { SleepingFox } from '#web/student/art/empty-states.tsx';
import { Icon } from '#web/student/art/icons.tsx';
import { Link } from '#web/student/frame/link.tsx';
import { StudentPage } from '#web/student/frame/student-page.tsx';
import { useWaitingWorks } from '#web/student/frame/waiting-works.ts';
import { useWords, Words } from '#web/student/text/words.tsx';
import { ChooseProfile } from './choose-profile.tsx';
import { PostCards } from './post-cards.tsx';
import { useReactions } from './use-reactions.ts';
import { useRemovePost } from './use-remove-post.ts';
import { WithWall, type Wall } from './with-wall.tsx';
import './class-wall.css';

/** What the children of a class have made, one's own first. */
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
  const reactions = useReactions(reload);
  const removal = useRemovePost();
  useArrivals(reload);
  const posts = wall.communityPosts;
  return (
    <StudentPage title={t('wallTitle')} back={back} className="class-wall">
      <div className="wall-head">
        <p className="wall-class">{wall.studentClass.className}</p>
        <h1 className="wall-title">
          <Words text={t('wallTitle')} />
        </h1>
        {reactions && <AddWork classHashCode={classHashCode} />}
        {!reactions && posts.length > 0 && <ChooseProfile classHashCode={classHashCode} />}
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

/** What has just arrived from this device is shown at once. */
function useArrivals(reload: () => void): void {
  const waiting = useWaitingWorks().length;
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
