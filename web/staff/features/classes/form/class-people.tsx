import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { maximumSecondaryTeachers } from '#schema/rules/classes.ts';
import { useLoginInfo } from '#web/staff/platform/session/login-info.ts';
import { PeopleField } from '#web/staff/ui/forms/people-field.tsx';
import { PickerField } from '#web/staff/ui/forms/picker-field.tsx';
import type { ClassDetailFragment } from '#web/staff/operations.generated.ts';
import { useAdministratorOptions, useTeacherOptions } from './staff-options.ts';

/** The teachers of the class and its school administrator. People on the class can stay, active or not. */
export function ClassPeople({ current }: { readonly current: ClassDetailFragment | undefined }) {
  const { t } = useTranslation(['classes', 'messages']);
  const role = useLoginInfo()?.role;
  const mainTeacher = useField<string | null>('mainTeacherId', { subscription: { value: true }, allowNull: true });
  const secondary = useField<readonly string[]>('secondaryTeacherIds', { subscription: { value: true } });
  const main = mainTeacher.input.value;
  const mainTeachers = useTeacherOptions(main ? [main] : []);
  const secondaryTeachers = useTeacherOptions(secondary.input.value || []);
  const school = useField<string | null>('schoolAdministratorId', { subscription: { value: true }, allowNull: true });
  const administrators = useAdministratorOptions(school.input.value || null);
  // The field grants a school owner access. Administrators can always change it, a teacher only for a new class.
  const choosesSchool = role === 'SuperAdmin' || role === 'Administrator' || (role === 'Teacher' && !current);
  return (
    <>
      <PickerField
        name="mainTeacherId"
        label={t('mainTeacher')}
        placeholder={t('chooseTeacher')}
        none={null}
        {...mainTeachers}
      />
      <PeopleField
        name="secondaryTeacherIds"
        label={t('secondaryTeachers')}
        most={maximumSecondaryTeachers}
        mostText={t('messages.maxSecondaryTeachers')}
        count={(chosen) => t('chosenOf', { chosen, most: maximumSecondaryTeachers })}
        placeholder={t('addTeacher')}
        elsewhere={[main]}
        {...secondaryTeachers}
      />
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
