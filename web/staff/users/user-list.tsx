import { useTranslation } from 'react-i18next';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { words } from '#web/shared/i18n/words.ts';
import { staffName } from '#web/staff/classes/staff-name.ts';
import { listAnswer } from '#web/staff/lists/list-answer.ts';
import { ListPage } from '#web/staff/lists/list-page.tsx';
import type { ListShape, ListState } from '#web/staff/lists/list-state.ts';
import type { Column } from '#web/staff/lists/list-table.tsx';
import { chosenOf } from '#web/staff/lists/multi-filter.tsx';
import { useListState } from '#web/staff/lists/use-list-state.ts';
import {
  useUsersQuery,
  type UserRowFragment,
  type UsersQueryVariables,
  type UserSortField,
} from '#web/staff/operations.generated.ts';
import { UserFilters, type UserFilterName } from './user-filters.tsx';
import { UserStatusCell } from './user-status.tsx';
import { roles, roleWords, statuses } from './user-words.ts';
import './user-list.css';

export const loader = words('users', 'lists');

const shape: ListShape<UserSortField, UserFilterName> = {
  sortFields: ['NAME', 'EMAIL', 'ROLE', 'STATUS', 'LAST_SIGN_IN', 'DATE_CREATED'],
  defaultSort: { field: 'NAME', direction: 'ASC' },
  filters: ['role', 'status'],
};

function variablesOf({ search, filters, sort, page, size }: ListState<UserSortField, UserFilterName>) {
  return {
    filter: {
      search: search || null,
      roles: chosenOf(filters.role, roles),
      status: chosenOf(filters.status, statuses),
    },
    page: { number: page, size },
    sort: [sort],
  } satisfies UsersQueryVariables;
}

function useColumns(): readonly Column<UserRowFragment, UserSortField>[] {
  const { t, i18n } = useTranslation('users');
  const { t: tShell } = useTranslation('shell');
  return [
    { key: 'name', title: t('name'), sortField: 'NAME', cell: (row) => <b className="user-name">{staffName(row)}</b> },
    {
      key: 'email',
      title: t('email'),
      sortField: 'EMAIL',
      cell: (row) => <span className="user-email">{row.email}</span>,
    },
    { key: 'role', title: t('role'), sortField: 'ROLE', cell: (row) => tShell(roleWords[row.role]) },
    { key: 'status', title: t('status'), sortField: 'STATUS', cell: (row) => <UserStatusCell user={row} /> },
    {
      key: 'lastSignIn',
      title: t('lastSignIn'),
      sortField: 'LAST_SIGN_IN',
      cell: ({ lastSignInAt }) =>
        lastSignInAt ? instantInWords(lastSignInAt, i18n.language) : <span className="user-never">{t('never')}</span>,
    },
  ];
}

export function Component() {
  const { t } = useTranslation('users');
  const control = useListState(shape);
  const query = useUsersQuery({ variables: variablesOf(control.state) });
  return (
    <ListPage
      title={t('title')}
      total={(count) => t('total', { count })}
      searchLabel={t('search')}
      columns={useColumns()}
      keyOf={(row) => row.id}
      answer={listAnswer(query, (data) => data.users)}
      control={control}
      filters={<UserFilters control={control} />}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
    />
  );
}
