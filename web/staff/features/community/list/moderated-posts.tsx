import { Button } from '@blueprintjs/core';
import { TickCircle } from '@blueprintjs/icons';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { useFocusAfterRemoval } from '#web/staff/ui/controls/use-focus-after-removal.ts';
import { EmptyList, ListProblem, ListSkeleton, NoMatch, StaleNotice } from '#web/staff/ui/lists/list-states.tsx';
import { Pagination } from '#web/staff/ui/lists/pagination.tsx';
import {
  useCommunityQueueQuery,
  type CommunityQueueQueryVariables,
  type QueueState,
  type QueuedPostFragment,
} from '#web/staff/operations.generated.ts';
import { PostList } from './post-list.tsx';
import { standsIn } from '#web/staff/features/community/post-state.ts';
import type { PostsControl } from '#web/staff/features/community/posts-control.ts';
import { useHeldPosts } from '#web/staff/features/community/use-held-posts.ts';
import { useDecisions } from '#web/staff/features/community/use-decisions.ts';
import '#web/staff/ui/lists/list-page.css';

interface ModeratedPostsProps {
  readonly label: string;
  readonly states: readonly QueueState[];
  readonly variables: CommunityQueueQueryVariables;
  readonly control: PostsControl;
  readonly withClass: boolean;
  readonly filters: ReactNode;
  readonly empty: { readonly title: string; readonly text: string };
}

/** Posts of one class or of all, in the given states. A post leaves the list when a decision changes its state. */
export function ModeratedPosts({ label, states, variables, control, withClass, filters, empty }: ModeratedPostsProps) {
  const { t } = useTranslation('community');
  // Other users decide about posts too, so the list refetches on each visit.
  const query = useCommunityQueueQuery({ variables });
  const reload = () => void query.refetch().catch(() => undefined);
  const root = useRef<HTMLElement>(null);
  useFocusAfterRemoval(root, '.post-list > li');
  const page = (query.data ?? query.previousData)?.communityQueue;
  const { held, hold } = useHeldPosts(JSON.stringify(variables));
  // Nobody can answer a deleted post.
  const decisions = useDecisions({ onRemoved: (post) => hold(post, false) });
  const items = unmask<QueuedPostFragment>(page?.items ?? []);
  const standing = items.filter((post) => standsIn(post, states));
  const isHeld = ({ id }: QueuedPostFragment) => held.some((post) => post.id === id);
  const isOnPage = ({ id }: QueuedPostFragment) => items.some((post) => post.id === id);
  const shown = [
    ...held.filter((post) => !isOnPage(post)),
    ...items.filter((post) => standing.includes(post) || isHeld(post)),
  ];
  const total = page ? page.totalCount - (page.items.length - standing.length) : 0;
  const waiting = standing.filter(({ state }) => state === 'PENDING');
  const problem = query.error ? problemOf(query.error) : undefined;
  return (
    <section ref={root} className="list-card" aria-label={label}>
      <div className="list-tools">
        {filters}
        <span className="list-count" role="status">
          {page && t('total', { count: total })}
        </span>
        {waiting.length > 1 && (
          <Button
            className="approve-all"
            icon={<TickCircle />}
            text={t('approveAll', { count: waiting.length })}
            onClick={() => void decisions.approveAll(waiting)}
          />
        )}
      </div>
      {problem && page && <StaleNotice problem={problem} onRetry={reload} />}
      {problem && !page && <ListProblem problem={problem} onRetry={reload} />}
      {!problem && !page && <ListSkeleton columns={3} />}
      {page &&
        shown.length === 0 &&
        (total > 0 ? <NextPosts control={control} reload={reload} /> : <NoPosts {...{ control, empty }} />)}
      {shown.length > 0 && (
        <PostList posts={shown} {...{ withClass, decisions }} onUnsent={hold} busy={query.loading} />
      )}
      {page && total > 0 && (
        <Pagination
          page={control.state.page}
          size={control.state.size}
          totalCount={total}
          onPage={(number) => control.change({ page: number })}
          onSize={(size) => control.change({ size })}
        />
      )}
    </section>
  );
}

function NoPosts({ control, empty }: Pick<ModeratedPostsProps, 'control' | 'empty'>) {
  return control.narrowed ? <NoMatch search="" onClear={control.clear} /> : <EmptyList {...empty} />;
}

/** Replaces a page whose posts are all decided: loads the next posts. */
function NextPosts({ control, reload }: Pick<ModeratedPostsProps, 'control'> & { readonly reload: () => void }) {
  const next = useRef(() => (control.state.page > 1 ? control.change({ page: 1 }, { replace: true }) : reload()));
  useEffect(() => next.current(), []);
  return <ListSkeleton columns={3} />;
}
