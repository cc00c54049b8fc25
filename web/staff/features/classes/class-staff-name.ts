import { useTranslation } from 'react-i18next';
import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { personName } from '#web/staff/ui/controls/person-name.ts';
import type { ClassStaffFragment } from '#web/staff/operations.generated.ts';

const marks = { INVITED: 'invitedTeacher', DEACTIVATED: 'deactivatedTeacher' } as const;

/** The name of a class's teacher or school administrator, with a mark where their account is not active. */
export function useClassStaffName(): (person: Masked<ClassStaffFragment>) => string {
  const { t } = useTranslation('classes');
  return (masked) => {
    const person = unmask<ClassStaffFragment>(masked);
    const name = personName(person);
    return person.status === 'ACTIVED' ? name : t(marks[person.status], { name });
  };
}
