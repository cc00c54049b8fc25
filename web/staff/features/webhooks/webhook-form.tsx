import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormButtons } from '#web/staff/ui/forms/form-buttons.tsx';
import type { SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';
import { EventsField } from './events-field.tsx';
import { webhookFormRules, type WebhookFormValues } from './webhook-values.ts';
import '#web/staff/ui/forms/form-cards.css';

interface WebhookFormProps {
  readonly initialValues: WebhookFormValues;
  readonly draftKey: string;
  /** A notice above the fields. */
  readonly notice?: ReactNode;
  readonly submitText: string;
  readonly onSubmit: (values: WebhookFormValues) => Promise<SubmitOutcome>;
  readonly onCancel: () => void;
}

/** The fields of a webhook, for a new one and for a change. */
export function WebhookForm({ notice, submitText, onCancel, ...form }: WebhookFormProps) {
  const { t } = useTranslation('webhooks');
  return (
    <Form className="form-cards" rules={webhookFormRules} {...form}>
      {({ submitting }) => (
        <>
          {notice}
          <fieldset>
            <legend>{t('sectionWebhook')}</legend>
            <TextField name="name" label={t('name')} hint={t('nameHint')} required />
            <TextField name="url" label={t('url')} hint={t('urlHint')} required />
            <EventsField />
          </fieldset>
          <FormButtons submitting={submitting} submitText={submitText} onCancel={onCancel} />
        </>
      )}
    </Form>
  );
}
