import { useTranslation } from 'react-i18next';
import type { ClassRowFragment } from '#web/staff/operations.generated.ts';
import { staffName } from '#schema/staff-name.ts';
import './class-words.css';

type Taught = Pick<ClassRowFragment, 'mainTeacher' | 'secondaryTeachers'>;

/** The main teacher first; the secondary ones below. */
export function ClassTeachers({ row }: { readonly row: Taught }) {
  const { t } = useTranslation('classes');
  const secondary = row.secondaryTeachers.map(staffName);
  if (row.mainTeacher === null && secondary.length === 0) return <span className="nobody">{t('noTeacher')}</span>;
  return (
    <span className="class-teachers">
      {row.mainTeacher && <span>{staffName(row.mainTeacher)}</span>}
      {secondary.length > 0 && <small>{secondary.join(t('nameSeparator'))}</small>}
    </span>
  );
}
