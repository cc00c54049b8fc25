import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Masked } from '#web/shared/apollo/masks.ts';
import { paths } from '#web/paths.ts';
import type { ClassRowFragment, ClassSortField } from '#web/staff/operations.generated.ts';
import { useSeveralSchools } from '#web/staff/platform/schools/own-schools.ts';
import { maskedColumns } from '#web/staff/ui/lists/masked-columns.ts';
import type { Column } from '#web/staff/ui/lists/list-table.tsx';
import { ClassDates, ClassStatusMark } from '#web/staff/features/classes/status/class-status.tsx';
import { useClassStaffName } from '#web/staff/features/classes/class-staff-name.ts';
import { ClassRowMenu } from './class-row-menu.tsx';

/** The columns of the class list; the last column is the menu. */
export function useClassColumns(): readonly Column<Masked<ClassRowFragment>, ClassSortField>[] {
  const { t } = useTranslation('classes');
  const severalSchools = useSeveralSchools();
  return maskedColumns<ClassRowFragment, ClassSortField>([
    {
      key: 'name',
      title: t('className'),
      sortField: 'CLASS_NAME',
      cell: (row) => (
        <>
          <Link to={paths.classDetail(row.id)}>{row.className}</Link>
          {severalSchools && row.school && <small className="class-school">{row.school.name}</small>}
        </>
      ),
    },
    {
      key: 'code',
      title: t('classCode'),
      sortField: 'CLASS_CODE',
      cell: (row) => <span className="code">{row.classCode}</span>,
    },
    { key: 'book', title: t('textBook'), isNamed: true, sortField: 'TEXT_BOOK', cell: (row) => row.textBook.name },
    {
      key: 'teachers',
      title: t('teachers'),
      isNamed: true,
      sortField: 'MAIN_TEACHER',
      cell: (row) => <ClassTeachers row={row} />,
    },
    { key: 'students', title: t('students'), cell: (row) => row.studentCount },
    { key: 'dates', title: t('schoolYear'), sortField: 'END_DATE', cell: (row) => <ClassDates row={row} /> },
    { key: 'status', title: t('status'), sortField: 'STATUS', cell: (row) => <ClassStatusMark row={row} /> },
    { key: 'menu', title: t('actions'), isActions: true, cell: (row) => <ClassRowMenu row={row} /> },
  ]);
}

type Taught = Pick<ClassRowFragment, 'mainTeacher' | 'secondaryTeachers'>;

// A row with all five names would be as high as three other rows.
const namesShown = 1;

/** The main teacher first; the secondary ones below, shortened. */
export function ClassTeachers({ row }: { readonly row: Taught }) {
  const { t } = useTranslation('classes');
  const staffName = useClassStaffName();
  const secondary = row.secondaryTeachers.map(staffName);
  if (row.mainTeacher === null && secondary.length === 0) return <span className="nobody">{t('noTeacher')}</span>;
  return (
    <span className="class-teachers">
      {row.mainTeacher && <span>{staffName(row.mainTeacher)}</span>}
      {secondary.length > 0 && (
        <small>
          {secondary.slice(0, namesShown).join(t('nameSeparator'))}
          {secondary.length > namesShown && ` ${t('moreTeachers', { count: secondary.length - namesShown })}`}
        </small>
      )}
    </span>
  );
}
