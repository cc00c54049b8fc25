import { Button } from '@blueprintjs/core';
import { Cross, Exchange, Plus } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { staffName } from '#schema/staff-name.ts';
import { paths } from '#web/paths.ts';
import {
  useSchoolMembersQuery,
  type SchoolDetailFragment,
  type SchoolMemberRowFragment,
} from '#web/staff/operations.generated.ts';
import { useSeveralSchools } from '#web/staff/platform/schools/own-schools.ts';
import { RowMenu } from '#web/staff/ui/controls/row-menu.tsx';
import { listAnswer } from '#web/staff/ui/lists/list-answer.ts';
import { ListBody } from '#web/staff/ui/lists/list-page.tsx';
import type { ListShape } from '#web/staff/ui/lists/list-state.ts';
import { maskedColumns } from '#web/staff/ui/lists/masked-columns.ts';
import type { Column } from '#web/staff/ui/lists/list-table.tsx';
import { useListState } from '#web/staff/ui/lists/use-list-state.ts';
import { AddMember } from './add-member.tsx';
import { useMayManageSchools } from './may-manage-schools.ts';
import { MoveMember } from './move-member.tsx';
import { useMemberChanges } from './use-member-changes.ts';
import '#web/staff/ui/lists/list-page.css';

// Owners come first, then by name; nothing else sorts them.
const shape: ListShape<'NAME', never> = {
  sortFields: ['NAME'],
  defaultSort: { field: 'NAME', direction: 'ASC' },
  filters: [],
};

/** The owners and teachers of a school; administrators add, move and remove them. */
export function SchoolMembers({ school }: { readonly school: SchoolDetailFragment }) {
  const { t } = useTranslation(['schools', 'lists']);
  const control = useListState(shape);
  const { page, size } = control.state;
  const query = useSchoolMembersQuery({
    variables: { schoolId: school.id, page: { number: page, size } },
  });
  const mayManage = useMayManageSchools();
  const changes = useMemberChanges(school);
  const [adding, setAdding] = useState(false);
  const [moving, setMoving] = useState<SchoolMemberRowFragment>();
  const severalSchools = useSeveralSchools();

  const columns: readonly Column<SchoolMemberRowFragment, 'NAME'>[] = [
    {
      key: 'name',
      title: t('member'),
      isNamed: true,
      cell: (row) => <Link to={paths.userDetail(row.id)}>{staffName(row)}</Link>,
    },
    { key: 'role', title: t('role'), cell: ({ role }) => t(role === 'SCHOOL_OWNER' ? 'owner' : 'teacher') },
  ];
  const actions: Column<SchoolMemberRowFragment, 'NAME'> = {
    key: 'actions',
    title: t('actions'),
    isActions: true,
    cell: (row) => (
      <RowMenu
        label={t('lists.rowActions', { name: staffName(row) })}
        items={[
          ...(severalSchools ? [{ key: 'move', text: t('move'), icon: <Exchange />, run: () => setMoving(row) }] : []),
          {
            key: 'remove',
            text: t('remove'),
            icon: <Cross />,
            intent: 'danger' as const,
            run: () => void changes.remove(row),
          },
        ]}
      />
    ),
  };

  return (
    <section className="list-card" aria-label={t('members')}>
      <header className="school-members-header">
        <h2>{t('members')}</h2>
        {mayManage && <Button icon={<Plus />} text={t('add')} onClick={() => setAdding(true)} />}
      </header>
      <ListBody
        title={t('members')}
        columns={maskedColumns<SchoolMemberRowFragment, 'NAME'>(mayManage ? [...columns, actions] : columns)}
        keyOf={(row) => row.id}
        answer={listAnswer(query, (data) => data.schoolMembers)}
        control={control}
        empty={{ title: t('noMembersTitle'), text: t('noMembersText') }}
      />
      {adding && <AddMember school={school} changes={changes} onClose={() => setAdding(false)} />}
      {moving && <MoveMember school={school} member={moving} changes={changes} onClose={() => setMoving(undefined)} />}
    </section>
  );
}
