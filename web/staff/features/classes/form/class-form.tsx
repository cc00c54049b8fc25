import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Admission, ChildGuard, ClassStatus } from '#schema/rest/enumerations.ts';
import { DateField } from '#web/staff/ui/forms/date-field.tsx';
import { FormButtons } from '#web/staff/ui/forms/form-buttons.tsx';
import type { SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { CheckboxField } from '#web/staff/ui/forms/checkbox-field.tsx';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { SelectField } from '#web/staff/ui/forms/select-field.tsx';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';
import type { ClassDetailFragment } from '#web/staff/operations.generated.ts';
import { ApprovalField } from './approval-field.tsx';
import { BookField } from './book-field.tsx';
import { ClassPeople } from './class-people.tsx';
import { classFormRules, type ClassFormValues } from './class-values.ts';
import '#web/staff/ui/forms/form-cards.css';
import './class-form.css';

interface ClassFormProps {
  readonly initialValues: ClassFormValues;
  readonly draftKey: string;
  /** The stored class; absent for a new one. */
  readonly current?: ClassDetailFragment;
  /** A notice above the fields. */
  readonly notice?: ReactNode;
  readonly submitText: string;
  readonly onSubmit: (values: ClassFormValues) => Promise<SubmitOutcome>;
  readonly onCancel: () => void;
}

/** The fields of a class, for a new one and for a change. */
export function ClassForm({ current, notice, submitText, onCancel, ...form }: ClassFormProps) {
  const { t } = useTranslation(['classes', 'common', 'forms']);
  return (
    <Form className="form-cards class-form" rules={classFormRules} {...form}>
      {({ submitting }) => (
        <>
          {notice}
          <fieldset>
            <legend>{t('sectionClass')}</legend>
            <TextField name="className" label={t('className')} hint={t('classNameHint')} required />
            <BookField current={current?.textBook} />
            <div className="form-pair">
              <DateField name="startDate" label={t('startDate')} hint={t('startDateHint')} required />
              <DateField name="endDate" label={t('endDate')} hint={t('endDateHint')} required />
            </div>
          </fieldset>
          <fieldset>
            <legend>{t('sectionPeople')}</legend>
            <ClassPeople current={current} />
          </fieldset>
          <fieldset>
            <legend>{t('sectionSettings')}</legend>
            <SelectField
              name="status"
              label={t('status')}
              hint={t('statusHint')}
              options={[
                { value: ClassStatus.ACTIVE, label: t('active') },
                { value: ClassStatus.INACTIVE, label: t('inactive') },
              ]}
            />
            <SelectField
              name="childGuard"
              label={t('childGuard')}
              hint={t('childGuardHint')}
              options={[
                { value: ChildGuard.PICTURES, label: t('childGuard-PICTURES') },
                { value: ChildGuard.CARD, label: t('childGuard-CARD') },
                { value: ChildGuard.NONE, label: t('childGuard-NONE') },
              ]}
            />
            <SelectField
              name="admission"
              label={t('admission')}
              hint={t('admissionHint')}
              options={[
                { value: Admission.WHEN_MANY, label: t('admission-WHEN_MANY') },
                { value: Admission.ALWAYS, label: t('admission-ALWAYS') },
                { value: Admission.NEVER, label: t('admission-NEVER') },
              ]}
            />
            <CheckboxField name="codeOpens" label={t('codeOpens')} hint={t('codeOpensHint')} asSwitch />
            <ApprovalField isNew={current === undefined} />
          </fieldset>
          <FormButtons submitting={submitting} submitText={submitText} onCancel={onCancel} />
        </>
      )}
    </Form>
  );
}
