import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { useLoginInfo } from '#web/staff/platform/session/login-info.ts';
import { PickerField } from '#web/staff/ui/forms/picker-field.tsx';
import type { ClassDetailFragment } from '#web/staff/operations.generated.ts';
import { ClassTeachers } from './class-teachers.tsx';
import { useAdministratorOptions } from './staff-options.ts';

/** The teachers of the class and its school administrator. People on the class can stay, active or not. */
export function ClassPeople({ current }: { readonly current: ClassDetailFragment | undefined }) {
  const { t } = useTranslation('classes');
  const role = useLoginInfo()?.role;
  const school = useField<string | null>('schoolAdministratorId', { subscription: { value: true }, allowNull: true });
  const administrators = useAdministratorOptions(school.input.value || null);
  // The field grants a school owner access. Administrators can always change it, a teacher only for a new class.
  const choosesSchool = role === 'SuperAdmin' || role === 'Administrator' || (role === 'Teacher' && !current);
  return (
    <>
      <ClassTeachers />
      {choosesSchool && (
        <PickerField
          name="schoolAdministratorId"
          label={t('schoolAdministrator')}
          placeholder={t('chooseAdministrator')}
          none={null}
          {...administrators}
        />
      )}
    </>
  );
}
