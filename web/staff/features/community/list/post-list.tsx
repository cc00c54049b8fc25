import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueuedPostFragment } from '#web/staff/operations.generated.ts';
import { PostCard } from '#web/staff/features/community/post/post-card.tsx';
import { PostKeysHint } from './post-keys-hint.tsx';
import type { HoldPost } from '#web/staff/features/community/use-held-posts.ts';
import type { Decisions } from '#web/staff/features/community/use-decisions.ts';
import { focusCard, usePostKeys } from './use-post-keys.ts';
import './post-list.css';

interface PostListProps {
  readonly posts: readonly QueuedPostFragment[];
  readonly withClass: boolean;
  readonly decisions: Decisions;
  readonly onUnsent: HoldPost;
  readonly busy: boolean;
}

/** Posts as cards, for mouse and keys. */
export function PostList({ posts, withClass, decisions, onUnsent, busy }: PostListProps) {
  const { t } = useTranslation('community');
  const root = useRef<HTMLDivElement>(null);
  usePostKeys(root, posts, decisions);
  return (
    <div ref={root}>
      <PostKeysHint onBegin={() => focusCard(root.current, 0)} />
      <ul className="post-list" aria-label={t('postList')} aria-busy={busy}>
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard post={post} withClass={withClass} decisions={decisions} onUnsent={onUnsent} />
          </li>
        ))}
      </ul>
    </div>
  );
}
