import { Archive, Calendar, Duplicate, Play, Trash } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { RowMenu } from '#web/staff/ui/controls/row-menu.tsx';
import type { ClassRowFragment } from '#web/staff/operations.generated.ts';
import { ExtendDialog } from '#web/staff/features/classes/changes/extend-dialog.tsx';
import { useClassChanges } from '#web/staff/features/classes/changes/use-class-changes.ts';
import { useDeleteClass } from '#web/staff/features/classes/changes/use-delete-class.ts';

/** The actions on one class of the list. */
export function ClassRowMenu({ row }: { readonly row: ClassRowFragment }) {
  const { t } = useTranslation('classes');
  const navigate = useNavigate();
  const { setStatuses } = useClassChanges();
  const deleteClass = useDeleteClass();
  const [extending, setExtending] = useState(false);
  const archived = row.status === 'INACTIVE';
  const changeStatus = () => {
    // The error link shows a failure.
    setStatuses([row.id], archived ? 'ACTIVE' : 'INACTIVE').catch(() => undefined);
  };
  return (
    <>
      <RowMenu
        label={t('actionsFor', { className: row.className })}
        items={[
          {
            key: 'copy',
            text: t('copyToNextYear'),
            icon: <Duplicate />,
            run: () => void navigate(`${paths.classDetail(row.id)}?copy`),
          },
          { key: 'extend', text: t('extend'), icon: <Calendar />, run: () => setExtending(true) },
          {
            key: 'status',
            text: t(archived ? 'activate' : 'archive'),
            icon: archived ? <Play /> : <Archive />,
            run: changeStatus,
          },
          { key: 'delete', text: t('delete'), icon: <Trash />, intent: 'danger', run: () => void deleteClass(row) },
        ]}
      />
      {extending && (
        <ExtendDialog
          selection={{ ids: () => Promise.resolve([row.id]), count: 1, clear: () => undefined }}
          onClose={() => setExtending(false)}
        />
      )}
    </>
  );
}
