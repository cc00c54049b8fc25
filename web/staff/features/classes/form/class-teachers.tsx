import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { maximumSecondaryTeachers } from '#schema/rules/classes.ts';
import { PeopleField } from '#web/staff/ui/forms/people-field.tsx';
import { PickerField } from '#web/staff/ui/forms/picker-field.tsx';
import { useTeacherOptions } from './staff-options.ts';

/** The main teacher of a class, and the others. People on the class can stay, active or not. */
export function ClassTeachers() {
  const { t } = useTranslation(['classes', 'messages']);
  const mainTeacher = useField<string | null>('mainTeacherId', { subscription: { value: true }, allowNull: true });
  const secondary = useField<readonly string[]>('secondaryTeacherIds', { subscription: { value: true } });
  const main = mainTeacher.input.value;
  const mainTeachers = useTeacherOptions(main ? [main] : []);
  const secondaryTeachers = useTeacherOptions(secondary.input.value || []);
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
    </>
  );
}
