import { useTranslation } from 'react-i18next';
import { staffName } from '#schema/staff-name.ts';
import type { ClassTeacherFragment } from '#web/staff/operations.generated.ts';

/** The name of a class's teacher, with a mark where they have not accepted their invitation yet. */
export function useTeacherName(): (teacher: ClassTeacherFragment) => string {
  const { t } = useTranslation('classes');
  return (teacher) => {
    const name = staffName(teacher);
    return teacher.status === 'INVITED' ? t('invitedTeacher', { name }) : name;
  };
}
