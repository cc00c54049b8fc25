import { Navigate, useSearchParams } from 'react-router-dom';
import { paths } from '#web/shared/paths.ts';
import { LostOwl } from '#web/student/ui/art/empty-states.tsx';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { Link } from '#web/student/ui/controls/link.tsx';
import { MessagePage } from '#web/student/ui/frame/message-page.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { PostPage } from './post-page.tsx';
import { useReactions } from '#web/student/features/community/reactions/use-reactions.ts';
import { WithWall, type Wall } from '#web/student/features/community/with-wall.tsx';

/** One post in full size; `class` and `post` in the address name it. */
export function Component() {
  const [query] = useSearchParams();
  const classHashCode = query.get('class');
  if (!classHashCode) return <Navigate to={paths.communityList({})} replace />;
  const back = paths.communityList({ class: classHashCode });
  return (
    <WithWall {...{ classHashCode, back }}>
      {(found) => <Preview {...found} {...{ classHashCode, back }} id={query.get('post')} />}
    </WithWall>
  );
}

interface PreviewProps extends Wall {
  readonly id: string | null;
  readonly classHashCode: string;
  readonly back: string;
}

function Preview({ wall, reload, id, classHashCode, back }: PreviewProps) {
  const ofChild = useReactions(reload);
  const reactions = wall.studentClass.completed ? null : ofChild;
  const posts = wall.communityPosts;
  const place = posts.findIndex((one) => one.id === id);
  const post = posts[place];
  if (!post) return <NoPost back={back} />;
  const pathOf = (one: typeof post | undefined) =>
    one ? paths.communityPreview({ class: classHashCode, post: one.id }) : null;
  return (
    <PostPage
      {...{ post, reactions, back, classHashCode }}
      asksProfile={ofChild === null}
      previous={pathOf(posts[place - 1])}
      next={pathOf(posts[place + 1])}
    />
  );
}

function NoPost({ back }: { readonly back: string }) {
  const { t } = useWords();
  return (
    <MessagePage picture={<LostOwl />} title={t('postGoneTitle')} text={t('postGoneText')} back={back}>
      <Link className="button button-primary" to={back}>
        <Icon name="wall" size={36} />
        <span>
          <Words text={t('toWall')} />
        </span>
      </Link>
    </MessagePage>
  );
}
