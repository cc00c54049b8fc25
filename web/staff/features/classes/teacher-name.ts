import { useTranslation } from 'react-i18next';
import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { personName } from '#web/staff/ui/controls/person-name.ts';
import type { ClassTeacherFragment } from '#web/staff/operations.generated.ts';

/** The name of a class's teacher, with a mark where they have not accepted their invitation yet. */
export function useTeacherName(): (teacher: Masked<ClassTeacherFragment>) => string {
  const { t } = useTranslation('classes');
  return (masked) => {
    const teacher = unmask<ClassTeacherFragment>(masked);
    const name = personName(teacher);
    return teacher.status === 'INVITED' ? t('invitedTeacher', { name }) : name;
  };
}
