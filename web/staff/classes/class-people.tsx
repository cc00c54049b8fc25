import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { maximumSecondaryTeachers } from '#schema/rules/classes.ts';
import { useLoginInfo } from '#web/staff/auth/login-info.ts';
import { PeopleField } from '#web/staff/forms/people-field.tsx';
import { PickerField } from '#web/staff/forms/picker-field.tsx';
import type { ClassDetailFragment } from '#web/staff/operations.generated.ts';
import { useAdministratorOptions, useTeacherOptions } from './staff-options.ts';

/** Who teaches the class and whose school it belongs to. Whoever is on it already may stay, active or not. */
export function ClassPeople({ current }: { readonly current: ClassDetailFragment | undefined }) {
  const { t } = useTranslation('classes');
  const role = useLoginInfo()?.role;
  const mainTeacher = useField<string | null>('mainTeacherId', { subscription: { value: true }, allowNull: true });
  const secondary = useField<readonly string[]>('secondaryTeacherIds', { subscription: { value: true } });
  const main = mainTeacher.input.value;
  const mainTeachers = useTeacherOptions(main ? [main] : []);
  const secondaryTeachers = useTeacherOptions(secondary.input.value || []);
  const school = useField<string | null>('schoolAdministratorId', { subscription: { value: true }, allowNull: true });
  const administrators = useAdministratorOptions(school.input.value || null);
  // A class decides what a school owner sees: only administrators choose freely, a teacher for a new class alone.
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
