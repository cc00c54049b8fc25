import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckboxField } from '#web/staff/ui/forms/checkbox-field.tsx';
import { FormButtons } from '#web/staff/ui/forms/form-buttons.tsx';
import type { SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { Form, type SubmitManner } from '#web/staff/ui/forms/form.tsx';
import { TextAreaField, TextField } from '#web/staff/ui/forms/text-field.tsx';
import { lessonFormRules, type LessonFormValues } from './lesson-values.ts';
import '#web/staff/ui/forms/form-cards.css';

interface LessonFormProps {
  readonly initialValues: LessonFormValues;
  readonly draftKey: string;
  /** A notice above the fields. */
  readonly notice?: ReactNode;
  readonly submitText: string;
  /** Present where another unit can follow at once. */
  readonly another?: { readonly text: string };
  readonly onSubmit: (values: LessonFormValues, manner: SubmitManner) => Promise<SubmitOutcome>;
  readonly onCancel: () => void;
}

/** The fields of a unit, for a new one and for a change. */
export function LessonForm({ notice, submitText, another, onCancel, ...form }: LessonFormProps) {
  const { t } = useTranslation('lessons');
  return (
    <Form className="form-cards" rules={lessonFormRules} {...form}>
      {({ submitting }) => (
        <>
          {notice}
          <fieldset>
            <legend>{t('sectionUnit')}</legend>
            <div className="form-pair">
              <TextField name="number" label={t('number')} hint={t('numberHint')} inputMode="numeric" required />
              <TextField name="title" label={t('titleField')} hint={t('titleHint')} required />
            </div>
            <TextField name="name" label={t('name')} hint={t('nameHint')} required />
            <TextAreaField name="description" label={t('description')} hint={t('descriptionHint')} />
          </fieldset>
          <fieldset>
            <legend>{t('sectionLearning')}</legend>
            <TextAreaField name="languageFocus" label={t('languageFocus')} hint={t('languageFocusHint')} required />
            <TextAreaField name="phonics" label={t('phonics')} hint={t('phonicsHint')} required />
          </fieldset>
          <fieldset>
            <legend>{t('sectionSettings')}</legend>
            <CheckboxField name="published" label={t('publish')} hint={t('publishHint')} asSwitch />
          </fieldset>
          <FormButtons submitting={submitting} submitText={submitText} another={another} onCancel={onCancel} />
        </>
      )}
    </Form>
  );
}
