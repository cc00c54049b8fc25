import type { ListShape, ListState } from '#web/staff/ui/lists/list-state.ts';
import { chosenOf } from '#web/staff/ui/lists/multi-filter.tsx';
import type { UserFilter, UserSortField, UsersQueryVariables } from '#web/staff/operations.generated.ts';
import type { UserFilterName } from './user-filters.tsx';
import { roles, statuses } from '#web/staff/features/users/user-words.ts';

export const userListShape: ListShape<UserSortField, UserFilterName> = {
  sortFields: ['NAME', 'EMAIL', 'ROLE', 'STATUS', 'LAST_SIGN_IN', 'CREATED_AT'],
  defaultSort: { field: 'NAME', direction: 'ASC' },
  filters: ['role', 'status'],
};

export type UserListState = ListState<UserSortField, UserFilterName>;

/** The filter of the URL, for the list, its export and "all matching". */
export const filterOf = ({ search, filters }: UserListState) =>
  ({
    search: search || null,
    roles: chosenOf(filters.role, roles),
    status: chosenOf(filters.status, statuses),
  }) satisfies UserFilter;

export const variablesOf = (state: UserListState) =>
  ({
    filter: filterOf(state),
    page: { number: state.page, size: state.size },
    sort: [state.sort],
  }) satisfies UsersQueryVariables;
