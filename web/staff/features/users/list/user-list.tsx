import { useTranslation } from 'react-i18next';
import { staffName } from '#schema/staff-name.ts';
import { paths } from '#web/paths.ts';
import { words } from '#web/shared/i18n/words.ts';
import { listAnswer } from '#web/staff/ui/lists/list-answer.ts';
import { ListPage } from '#web/staff/ui/lists/list-page.tsx';
import { useListState } from '#web/staff/ui/lists/use-list-state.ts';
import { useUsersQuery } from '#web/staff/operations.generated.ts';
import { useAllUserIds, UserBulk } from './user-bulk.tsx';
import { useUserColumns } from './user-columns.tsx';
import { UserFiles } from './user-files.tsx';
import { UserFilters } from './user-filters.tsx';
import { filterOf, userListShape, variablesOf } from './user-list-query.ts';
import './user-list.css';

export const loader = words('users', 'lists');

export function Component() {
  const { t } = useTranslation('users');
  const control = useListState(userListShape);
  const query = useUsersQuery({ variables: variablesOf(control.state) });
  const allIds = useAllUserIds(control.state);
  return (
    <ListPage
      title={t('title')}
      total={(count) => t('total', { count })}
      searchLabel={t('search')}
      create={{ to: paths.newUser, text: t('create') }}
      also={<UserFiles filter={filterOf(control.state)} />}
      columns={useUserColumns()}
      keyOf={(row) => row.id}
      answer={listAnswer(query, (data) => data.users)}
      control={control}
      filters={<UserFilters control={control} />}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
      bulk={{ rowLabel: staffName, actions: (selection) => <UserBulk selection={selection} />, allIds }}
    />
  );
}
