import { useTranslation } from 'react-i18next';
import { paths } from '#web/paths.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useSchoolsQuery } from '#web/staff/operations.generated.ts';
import { listAnswer } from '#web/staff/ui/lists/list-answer.ts';
import { ListPage } from '#web/staff/ui/lists/list-page.tsx';
import type { ListShape } from '#web/staff/ui/lists/list-state.ts';
import { useListState } from '#web/staff/ui/lists/use-list-state.ts';
import { useSchoolColumns } from './school-columns.tsx';
import { useMayManageSchools } from './may-manage-schools.ts';

export const loader = words('schools', 'lists');

// Schools come by name; nothing else sorts them.
const shape: ListShape<'NAME', never> = {
  sortFields: ['NAME'],
  defaultSort: { field: 'NAME', direction: 'ASC' },
  filters: [],
};

/** The schools that the caller sees. */
export function Component() {
  const { t } = useTranslation('schools');
  const control = useListState(shape);
  const { search, page, size } = control.state;
  const query = useSchoolsQuery({
    variables: { filter: { search: search || null }, page: { number: page, size } },
  });
  const mayManage = useMayManageSchools();
  return (
    <ListPage
      title={t('title')}
      total={(count) => t('total', { count })}
      searchLabel={t('search')}
      {...(mayManage && { create: { to: paths.newSchool, text: t('create') } })}
      columns={useSchoolColumns()}
      keyOf={(row) => row.id}
      answer={listAnswer(query, (data) => data.schools)}
      control={control}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
    />
  );
}
