import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Masked } from '#web/shared/apollo/masks.ts';
import { paths } from '#web/paths.ts';
import { personName } from '#web/staff/ui/controls/person-name.ts';
import type { SchoolRowFragment } from '#web/staff/operations.generated.ts';
import { maskedColumns } from '#web/staff/ui/lists/masked-columns.ts';
import type { Column } from '#web/staff/ui/lists/list-table.tsx';

export function useSchoolColumns(): readonly Column<Masked<SchoolRowFragment>, 'NAME'>[] {
  const { t } = useTranslation('schools');
  return maskedColumns<SchoolRowFragment, 'NAME'>([
    {
      key: 'name',
      title: t('name'),
      cell: ({ id, name }) => <Link to={paths.schoolDetail(id)}>{name}</Link>,
    },
    {
      key: 'owners',
      title: t('owners'),
      isNamed: true,
      cell: ({ owners }) => (owners.length > 0 ? owners.map(personName).join(t('nameSeparator')) : t('nobody')),
    },
    { key: 'members', title: t('members'), cell: ({ memberCount }) => memberCount },
    { key: 'classes', title: t('classes'), cell: ({ classCount }) => classCount },
  ]);
}
