import { chosenOf } from '#web/staff/ui/lists/multi-filter.tsx';
import type { ListShape } from '#web/staff/ui/lists/list-state.ts';
import { useListState, type ListControl } from '#web/staff/ui/lists/use-list-state.ts';
import type {
  CommunityPostKind,
  CommunityQueueQueryVariables,
  QueueSortField,
  QueueState,
} from '#web/staff/operations.generated.ts';

export type PostFilterName = 'state' | 'unit' | 'kind';
export type PostsControl = ListControl<QueueSortField, PostFilterName>;

const shapeOf = (direction: 'ASC' | 'DESC'): ListShape<QueueSortField, PostFilterName> => ({
  sortFields: ['CREATED_AT'],
  defaultSort: { field: 'CREATED_AT', direction },
  filters: ['state', 'unit', 'kind'],
});
const oldestFirst = shapeOf('ASC');
const newestFirst = shapeOf('DESC');

/** The state of a list of posts in the URL. A wall shows the newest posts first, the queue the oldest. */
export const usePostsControl = (kind: 'wall' | 'queue'): PostsControl =>
  useListState(kind === 'wall' ? newestFirst : oldestFirst);

/** The kinds of posts, as their filter offers them. */
export const postKinds = ['RECORD', 'IMAGE', 'VIDEO'] as const satisfies readonly CommunityPostKind[];

interface Scope {
  readonly classId?: string;
  readonly studentId?: string;
  /** The states that the filter offers, and those it shows when none is chosen. */
  readonly offered: readonly QueueState[];
  readonly usual: readonly QueueState[];
}

/** The chosen states, and the variables of the query. */
export function questionOf({ state: { filters, page, size, sort } }: PostsControl, scope: Scope) {
  const { classId, studentId, offered, usual } = scope;
  const states = chosenOf(filters.state, offered) ?? usual;
  const variables = {
    filter: {
      classId: classId ?? null,
      lessonId: filters.unit ?? null,
      studentId: studentId ?? null,
      kind: [...(chosenOf(filters.kind, postKinds) ?? [])],
      state: [...states],
    },
    page: { number: page, size },
    sort: [sort],
  } satisfies CommunityQueueQueryVariables;
  return { states, variables };
}
