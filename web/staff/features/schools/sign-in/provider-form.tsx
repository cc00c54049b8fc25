import { Button } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckboxField } from '#web/staff/ui/forms/checkbox-field.tsx';
import { keepFocus } from '#web/staff/ui/forms/form-buttons.tsx';
import type { SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { PasswordField } from '#web/staff/ui/forms/password-field.tsx';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';
import { TicksField } from '#web/staff/ui/forms/ticks-field.tsx';
import { newProviderFormRules, providerFormRules, type ProviderValues } from './provider-values.ts';

interface ProviderFormProps {
  readonly initialValues: ProviderValues;
  /** A new provider needs its secret; a stored one keeps the secret that it has. */
  readonly isNew: boolean;
  /** A notice above the fields. */
  readonly notice?: ReactNode;
  readonly onSubmit: (values: ProviderValues) => Promise<SubmitOutcome>;
  readonly onCancel: () => void;
}

/** The fields of a school's sign-in, for a new one and for a change. Without drafts: no device stores the secret. */
export function ProviderForm({ initialValues, isNew, notice, onSubmit, onCancel }: ProviderFormProps) {
  const { t } = useTranslation(['schools', 'common']);
  return (
    <Form
      guarded
      className="provider-form"
      initialValues={initialValues}
      rules={isNew ? newProviderFormRules : providerFormRules}
      onSubmit={onSubmit}
    >
      {({ submitting }) => (
        <>
          {notice}
          <TextField name="name" label={t('providerName')} hint={t('providerNameHint')} required />
          <TextField
            name="issuer"
            label={t('issuer')}
            hint={t('issuerHint')}
            inputMode="url"
            spellCheck={false}
            required
          />
          <TextField name="clientId" label={t('clientId')} spellCheck={false} required />
          <PasswordField
            name="clientSecret"
            label={t('clientSecret')}
            hint={!isNew && t('clientSecretHint')}
            autoComplete="new-password"
            required={isNew}
          />
          <TextField name="domains" label={t('domains')} hint={t('domainsHint')} spellCheck={false} required />
          <TicksField
            name="roles"
            label={t('providerRoles')}
            hint={t('providerRolesHint')}
            rows={[
              { name: t('owner'), ticks: [{ value: 'SCHOOL_OWNER', text: t('providerRole') }] },
              { name: t('teacher'), ticks: [{ value: 'TEACHER', text: t('providerRole') }] },
            ]}
          />
          <CheckboxField name="createsTeachers" label={t('createsTeachers')} hint={t('createsTeachersHint')} />
          <div className="panel-list-buttons provider-buttons">
            <Button
              type="submit"
              intent="primary"
              text={t('common.save')}
              aria-disabled={submitting}
              onMouseDown={keepFocus}
            />
            <Button text={t('common.cancel')} onMouseDown={keepFocus} onClick={onCancel} />
          </div>
        </>
      )}
    </Form>
  );
}
