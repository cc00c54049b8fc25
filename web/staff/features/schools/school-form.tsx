import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormButtons } from '#web/staff/ui/forms/form-buttons.tsx';
import type { SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';
import { schoolFormRules, type SchoolFormValues } from './school-values.ts';
import '#web/staff/ui/forms/form-cards.css';

interface SchoolFormProps {
  readonly initialValues: SchoolFormValues;
  readonly draftKey: string;
  /** A notice above the fields. */
  readonly notice?: ReactNode;
  readonly submitText: string;
  readonly onSubmit: (values: SchoolFormValues) => Promise<SubmitOutcome>;
  readonly onCancel: () => void;
}

/** The fields of a school, for a new one and for a change. */
export function SchoolForm({ notice, submitText, onCancel, ...form }: SchoolFormProps) {
  const { t } = useTranslation('schools');
  return (
    <Form className="form-cards" rules={schoolFormRules} {...form}>
      {({ submitting }) => (
        <>
          {notice}
          <fieldset>
            <legend>{t('sectionSchool')}</legend>
            <TextField name="name" label={t('name')} hint={t('nameHint')} required />
          </fieldset>
          <FormButtons submitting={submitting} submitText={submitText} onCancel={onCancel} />
        </>
      )}
    </Form>
  );
}
