import { useRef, useEffect, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueuedPostFragment } from '#web/staff/operations.generated.ts';
import { PostCard } from '#web/staff/features/community/post/post-card.tsx';
import { PostKeysHint } from './post-keys-hint.tsx';
import type { Decisions } from '#web/staff/features/community/use-decisions.ts';
import { focusCard, usePostKeys } from './use-post-keys.ts';
import './post-list.css';

interface PostListProps {
  readonly posts: readonly QueuedPostFragment[];
  readonly withClass: boolean;
  readonly decisions: Decisions;
  readonly busy: boolean;
}

/** Posts as cards, for mouse and keys. */
export function PostList({ posts, withClass, decisions, busy }: PostListProps) {
  const { t } = useTranslation('community');
  const root = useRef<HTMLDivElement>(null);
  usePostKeys(root, posts, decisions);
  useFocusKept(
    root,
    posts.map(({ id }) => id),
  );
  return (
    <div ref={root}>
      <PostKeysHint onBegin={() => focusCard(root.current, 0)} />
      <ul className="post-list" aria-label={t('postList')} aria-busy={busy}>
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard post={post} withClass={withClass} decisions={decisions} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Moves the focus to the next card when a decision removes the focused card. */
export function useFocusKept(root: RefObject<HTMLElement | null>, ids: readonly string[]): void {
  const focused = useRef<{ readonly id: string | undefined; readonly ids: readonly string[] }>({ id: undefined, ids });
  useEffect(() => {
    const element = root.current;
    const note = (event: FocusEvent) => {
      const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-post]') : null;
      focused.current = { ...focused.current, id: card?.dataset['post'] };
    };
    element?.addEventListener('focusin', note);
    return () => element?.removeEventListener('focusin', note);
  }, [root]);
  useEffect(() => {
    const { id, ids: before } = focused.current;
    focused.current = { id, ids };
    const gone = id !== undefined && before.includes(id) && !ids.includes(id);
    if (gone && document.activeElement === document.body) focusCard(root.current, before.indexOf(id));
  }, [root, ids]);
}
