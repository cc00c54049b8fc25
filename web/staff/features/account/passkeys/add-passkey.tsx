import { useTranslation } from 'react-i18next';
import { withOwnPasswordRules } from '#schema/rules/second-factor.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { noCache } from '#web/staff/platform/apollo/freshness.ts';
import { useAddPasskeyMutation, useBeginPasskeyMutation } from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { makePasskey, passkeyFaultOf } from '#web/staff/platform/passkeys/passkeys.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { OwnPasswordField } from '#web/staff/features/own-password/own-password-field.tsx';
import { StepButtons } from '../second-step/step-buttons.tsx';

/** Asks for the password, and then has the browser make a passkey. */
export function AddPasskey({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation(['account', 'auth']);
  const [begin] = useBeginPasskeyMutation({ ...ownProblems, ...noCache });
  const [add] = useAddPasskeyMutation({ ...ownProblems });

  async function submit({ password }: { readonly password: string }): Promise<SubmitOutcome> {
    try {
      const beginning = await begin({ variables: { password } });
      if (beginning.data === undefined) throw new Error('The challenge came back empty');
      await add({ variables: { input: await makePasskey(beginning.data.beginPasskey) } });
    } catch (error) {
      const fault = passkeyFaultOf(error);
      return fault === undefined ? refusedBy(problemOf(error)) : { problems: { form: t(`auth.${fault}`) } };
    }
    return {
      saved: () => {
        showToast({ message: t('passkeyKept'), severity: 'success' });
        onDone();
      },
    };
  }

  return (
    <Form className="login-form" initialValues={{ password: '' }} rules={withOwnPasswordRules} onSubmit={submit}>
      {({ submitting }) => (
        <>
          <p>{t('addPasskeyHint')}</p>
          <OwnPasswordField />
          <StepButtons submitting={submitting} text={t('addPasskey')} onCancel={onDone} />
        </>
      )}
    </Form>
  );
}
