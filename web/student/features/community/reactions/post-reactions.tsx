import { Link } from '#web/student/ui/controls/link.tsx';
import type { EntryState } from '#web/student/features/entry/entry-rule.ts';
import { paths } from '#web/shared/paths.ts';
import { useLocation } from 'react-router-dom';
import { Icon, type IconName } from '#web/student/ui/art/icons.tsx';
import type { ReactionType } from '#web/student/features/community/community-acts.lazy.generated.ts';
import { plain } from '#web/student/ui/text/furigana.ts';
import { AlertHint } from '#web/student/ui/text/alert-hint.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import type { Post } from '#web/student/features/community/with-wall.tsx';
import { useFailure, useReaction, type Reactions } from './use-reactions.ts';
import './post-reactions.css';

interface PostReactionsProps {
  readonly post: Post;
  /** Null without an active profile and in a class that is over: the counts are read-only then. */
  readonly reactions: Reactions | null;
}

/** Likes and hearts: two buttons with the post's counts. Each child gives each once, and can take it back. */
export function PostReactions({ post, reactions }: PostReactionsProps) {
  const { t } = useWords();
  const failure = useFailure(reactions, post);
  if (post.moderationState === 'PENDING') return null;
  return (
    <>
      <ul className="post-counts">
        <li>
          <Reaction icon="like" type="LIKE" {...{ post, reactions }} />
        </li>
        <li>
          <Reaction icon="heart" type="HEART" {...{ post, reactions }} />
        </li>
      </ul>
      {failure && <AlertHint text={t(failure)} />}
    </>
  );
}

interface ReactionProps extends PostReactionsProps {
  readonly icon: IconName;
  readonly type: ReactionType;
}

function Reaction({ post, reactions, icon, type }: ReactionProps) {
  const { t } = useWords();
  const { count, given } = useReaction(reactions, post, type);
  const words = type === 'LIKE' ? t('likes', { count }) : t('hearts', { count });
  const face = (
    <>
      {/* A new key for each count restarts the animation. */}
      <span key={count} className="post-count-icon">
        <Icon name={icon} size={34} />
      </span>
      <span>
        <Words text={words} />
      </span>
    </>
  );
  if (!reactions)
    return (
      <span className="post-count" data-kind={icon}>
        {face}
      </span>
    );
  const give = { name: post.displayName, now: plain(words) };
  return (
    <button
      type="button"
      className="button post-count"
      data-kind={icon}
      aria-pressed={given}
      aria-label={plain(type === 'LIKE' ? t('giveLike', give) : t('giveHeart', give))}
      onClick={() => reactions.set({ id: post.id, type, given: !given })}
    >
      {face}
    </button>
  );
}

/** Links a visitor without a profile to the profiles page, and back here after a choice. */
export function ChooseProfile({ classHashCode }: { readonly classHashCode: string }) {
  const { t } = useWords();
  const { pathname, search } = useLocation();
  const state: EntryState = { origin: 'class', returnTo: pathname + search, isRecord: false, classHashCode };
  return (
    <Link className="button wall-choose" to={paths.profiles({ class: classHashCode })} state={state}>
      <Icon name="heart" size={34} />
      <span>
        <Words text={t('chooseToReact')} />
      </span>
    </Link>
  );
}
