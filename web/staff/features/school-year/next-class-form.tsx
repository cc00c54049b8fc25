import { flushSync } from 'react-dom';
import { Form, FormSpy, useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { useUnsaved } from '#web/staff/platform/unsaved-work.ts';
import { BookField } from '#web/staff/features/classes/form/book-field.tsx';
import { ClassTeachers } from '#web/staff/features/classes/form/class-teachers.tsx';
import { CheckboxField } from '#web/staff/ui/forms/checkbox-field.tsx';
import { DateField } from '#web/staff/ui/forms/date-field.tsx';
import { validateWith } from '#web/staff/ui/forms/form-problems.ts';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';
import { classCopyRules } from '#schema/rules/classes.ts';
import type { NextClass } from './turn-draft.ts';
import type { PlannedClass } from './use-turn-plan.ts';
import '#web/staff/ui/forms/form.css';
import '#web/staff/features/classes/form/class-form.css';

interface NextClassFormProps {
  readonly planned: PlannedClass;
  /** Called with the fields that differ from the plan at the time when the form opened. */
  readonly onChange: (next: NextClass) => void;
  /** Called with true when an invalid field holds the changes back, else with false. Must be stable. */
  readonly onHeld: (isHeld: boolean) => void;
}

const check = validateWith(classCopyRules);

/**
 * The fields of a next class. Valid values change the plan at once, without a save button. Submitting the form shows
 * the problems and focuses the first bad field.
 */
export function NextClassForm({ planned, onChange, onHeld }: NextClassFormProps) {
  const { t } = useTranslation(['school-year', 'classes']);
  return (
    <Form<NextClass>
      initialValues={valuesOf(planned)}
      // Each change fetches a new plan, which must not reset the typed fields.
      initialValuesEqual={() => true}
      validate={check}
      onSubmit={() => undefined}
    >
      {({ handleSubmit }) => (
        <form
          className="next-class-form"
          noValidate
          onSubmit={(event) => {
            flushSync(() => void handleSubmit(event));
            event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus();
          }}
        >
          <Held onHeld={onHeld} />
          <FormSpy<NextClass>
            subscription={{ values: true, modified: true, valid: true }}
            onChange={({ values, modified, valid }) => {
              if (!valid) return;
              const changed = Object.entries(values ?? {}).filter(([field]) => modified?.[field]);
              if (changed.length > 0) queueMicrotask(() => onChange(Object.fromEntries(changed)));
            }}
          />
          <TextField name="className" label={t('classes.className')} required />
          <BookField current={planned.textBook ?? undefined} />
          <div className="form-pair">
            <DateField name="startDate" label={t('classes.startDate')} required />
            <DateField name="endDate" label={t('classes.endDate')} required />
          </div>
          <ClassTeachers />
          <CheckboxField name="keepsCode" label={t('keepsCode')} hint={t('keepsCodeHint')} />
        </form>
      )}
    </Form>
  );
}

/** Counts the form as unsaved while it holds changes back. */
function Held({ onHeld }: Pick<NextClassFormProps, 'onHeld'>) {
  const { dirty = false, valid = true } = useFormState({ subscription: { dirty: true, valid: true } });
  useUnsaved(dirty && !valid, onHeld);
  return null;
}

const valuesOf = ({
  className,
  textBook,
  startDate,
  endDate,
  mainTeacher,
  secondaryTeachers,
  keepsCode,
}: PlannedClass) => ({
  className,
  textBookId: textBook?.id ?? '',
  startDate,
  endDate,
  mainTeacherId: mainTeacher?.id ?? null,
  secondaryTeacherIds: secondaryTeachers.map(({ id }) => id),
  keepsCode,
});
