import { chosenOf } from '#web/staff/lists/multi-filter.tsx';
import type { ListShape } from '#web/staff/lists/list-state.ts';
import { useListState, type ListControl } from '#web/staff/lists/use-list-state.ts';
import type { CommunityQueueQueryVariables, QueueSortField, QueueState } from '#web/staff/operations.generated.ts';

export type PostFilterName = 'state' | 'unit';
export type PostsControl = ListControl<QueueSortField, PostFilterName>;

const shapeOf = (direction: 'ASC' | 'DESC'): ListShape<QueueSortField, PostFilterName> => ({
  sortFields: ['CREATED_AT'],
  defaultSort: { field: 'CREATED_AT', direction },
  filters: ['state', 'unit'],
});
const oldestFirst = shapeOf('ASC');
const newestFirst = shapeOf('DESC');

/** What a list of posts shows, from the address: a wall the newest first, the queue who has waited longest. */
export const usePostsControl = (kind: 'wall' | 'queue'): PostsControl =>
  useListState(kind === 'wall' ? newestFirst : oldestFirst);

interface Scope {
  readonly classId?: string;
  /** What the filter offers, and what is shown when nothing is chosen. */
  readonly offered: readonly QueueState[];
  readonly usual: readonly QueueState[];
}

/** The states that are asked for, and the whole question. */
export function questionOf({ state: { filters, page, size, sort } }: PostsControl, { classId, offered, usual }: Scope) {
  const states = chosenOf(filters.state, offered) ?? usual;
  const variables = {
    filter: { classId: classId ?? null, lessonId: filters.unit ?? null, state: [...states] },
    page: { number: page, size },
    sort: [sort],
  } satisfies CommunityQueueQueryVariables;
  return { states, variables };
}
