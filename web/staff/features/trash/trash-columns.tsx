import { useTranslation } from 'react-i18next';
import type { Masked } from '#web/shared/apollo/masks.ts';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { personName } from '#web/staff/ui/controls/person-name.ts';
import { maskedColumns } from '#web/staff/ui/lists/masked-columns.ts';
import type { Column } from '#web/staff/ui/lists/list-table.tsx';
import { StatusMark } from '#web/staff/ui/lists/status-mark.tsx';
import type { TrashRowFragment } from '#web/staff/operations.generated.ts';
import { RestoreButton } from './restore-button.tsx';
import { kindWords } from './trash-kinds.ts';
import { useRestore } from './use-restore.ts';

export type TrashSortField = 'DELETED_AT';

/** From this number of days left, the row shows a warning. */
const soon = 3;

/** The columns of the trash; the last column restores the row. */
export function useTrashColumns(): readonly Column<Masked<TrashRowFragment>, TrashSortField>[] {
  const { t, i18n } = useTranslation('trash');
  const { restoreOne } = useRestore();
  return maskedColumns<TrashRowFragment, TrashSortField>([
    {
      key: 'name',
      title: t('name'),
      cell: ({ name, parent }) => (
        <div className="trash-name">
          <strong>{name}</strong>
          {parent && <span>{t('partOf', { kind: t(kindWords[parent.kind]), name: parent.name })}</span>}
        </div>
      ),
    },
    { key: 'kind', title: t('kind'), cell: ({ kind }) => t(kindWords[kind]) },
    { key: 'deletedAt', title: t('deletedAt'), cell: ({ deletedAt }) => instantInWords(deletedAt, i18n.language) },
    {
      key: 'deletedBy',
      isNamed: true,
      title: t('deletedBy'),
      cell: ({ deletedBy, kind }) =>
        deletedBy ? personName(deletedBy) : t(kind === 'COMMUNITY_POSTS' ? 'byStudent' : 'byNobody'),
    },
    {
      key: 'daysLeft',
      title: t('daysLeft'),
      cell: ({ daysLeft }) => (
        <StatusMark tone={daysLeft <= soon ? 'waiting' : 'quiet'}>{t('days', { count: daysLeft })}</StatusMark>
      ),
    },
    {
      key: 'restore',
      title: t('wayBack'),
      isActions: true,
      cell: (row) => {
        const { name, parent, parentDeleted } = row;
        if (parentDeleted) return <span className="trash-later">{t('parentFirst', { name: parent?.name ?? '' })}</span>;
        return (
          <RestoreButton text={t('restore')} label={t('restoreName', { name })} onRestore={() => restoreOne(row)} />
        );
      },
    },
  ]);
}
