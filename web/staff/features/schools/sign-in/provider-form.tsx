import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { problemOf } from '#web/shared/apollo/problem.ts';
import {
  type ProviderDetailFragment,
  useAddSignInProviderMutation,
  useUpdateSignInProviderMutation,
} from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { CheckboxField } from '#web/staff/ui/forms/checkbox-field.tsx';
import { keepFocus } from '#web/staff/ui/forms/form-buttons.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { PasswordField } from '#web/staff/ui/forms/password-field.tsx';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';
import { TicksField } from '#web/staff/ui/forms/ticks-field.tsx';
import {
  inputOf,
  newProviderFormRules,
  newProviderValues,
  providerFormRules,
  type ProviderValues,
  valuesOf,
} from './provider-values.ts';

interface ProviderFormProps {
  readonly schoolId: string;
  /** The provider that is changed; absent for a new one. */
  readonly found?: ProviderDetailFragment;
  readonly onSaved: (id: string) => void;
  readonly onCancel: () => void;
}

/** The fields of a school's sign-in, for a new one and for a change. */
export function ProviderForm({ schoolId, found, onSaved, onCancel }: ProviderFormProps) {
  const { t } = useTranslation(['schools', 'common']);
  const [add] = useAddSignInProviderMutation(ownProblems);
  const [update] = useUpdateSignInProviderMutation(ownProblems);

  async function send({ clientSecret, ...values }: ReturnType<typeof inputOf>): Promise<string | undefined> {
    if (found === undefined) {
      const { data } = await add({ variables: { input: { schoolId, clientSecret, ...values } } });
      return data?.addSignInProvider.id;
    }
    const target = { id: found.id, version: found.version };
    await update({ variables: { input: { ...values, ...target, clientSecret: clientSecret || null } } });
    return found.id;
  }

  async function submit(values: ProviderValues): Promise<SubmitOutcome> {
    try {
      const id = await send(inputOf(values));
      if (id === undefined) throw new Error('The provider came back empty');
      return { saved: () => onSaved(id) };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  return (
    <Form
      className="provider-form"
      initialValues={found ? valuesOf(found) : newProviderValues}
      rules={found ? providerFormRules : newProviderFormRules}
      onSubmit={submit}
    >
      {({ submitting }) => (
        <>
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
            hint={found && t('clientSecretHint')}
            autoComplete="new-password"
            required={found === undefined}
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
