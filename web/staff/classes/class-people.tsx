import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { maximumSecondaryTeachers } from '#schema/rules/classes.ts';
import { useLoginInfo } from '#web/staff/auth/login-info.ts';
import { PeopleField } from '#web/staff/forms/people-field.tsx';
import { PickerField } from '#web/staff/forms/picker-field.tsx';
import type { PickerOption } from '#web/staff/forms/picker-match.ts';
import {
  useClassFormOptionsQuery,
  type ClassDetailFragment,
  type StaffNameFragment,
} from '#web/staff/operations.generated.ts';
import { staffName } from './staff-name.ts';

// Whoever is on the class already stays choosable, even if they could not be put there now.
function optionsOf(people: readonly (StaffNameFragment | null | undefined)[]): readonly PickerOption[] {
  const byId = new Map(people.flatMap((person) => (person ? [[person.id, person] as const] : [])));
  return [...byId.values()].map((person) => ({ value: person.id, label: staffName(person) }));
}

/** Who teaches the class and whose school it belongs to. */
export function ClassPeople({ current }: { readonly current: ClassDetailFragment | undefined }) {
  const { t } = useTranslation('classes');
  const { data } = useClassFormOptionsQuery();
  const role = useLoginInfo()?.role;
  const mainTeacher = useField<string | null>('mainTeacherId', { subscription: { value: true }, allowNull: true });
  const teachers = optionsOf([
    ...(data?.allTeachers ?? []),
    current?.mainTeacher,
    ...(current?.secondaryTeachers ?? []),
  ]);
  const administrators = optionsOf([...(data?.allSchoolAdministrators ?? []), current?.schoolAdministrator]);
  // A class decides what a school owner sees: only administrators choose freely, a teacher for a new class alone.
  const choosesSchool = role === 'SuperAdmin' || role === 'Administrator' || (role === 'Teacher' && !current);
  return (
    <>
      <PickerField
        name="mainTeacherId"
        label={t('mainTeacher')}
        placeholder={t('chooseTeacher')}
        none={null}
        options={teachers}
      />
      <PeopleField
        name="secondaryTeacherIds"
        label={t('secondaryTeachers')}
        count={(chosen) => t('chosenOf', { chosen, most: maximumSecondaryTeachers })}
        placeholder={t('addTeacher')}
        elsewhere={[mainTeacher.input.value]}
        options={teachers}
      />
      {choosesSchool && (
        <PickerField
          name="schoolAdministratorId"
          label={t('schoolAdministrator')}
          placeholder={t('chooseAdministrator')}
          none={null}
          options={administrators}
        />
      )}
    </>
  );
}
