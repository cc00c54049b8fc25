import { useTranslation } from 'react-i18next';
import { withOwnPasswordRules } from '#schema/rules/second-factor.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { type OwnPasskeyFragment, useRemovePasskeyMutation } from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { OwnPasswordField } from '#web/staff/features/own-password/own-password-field.tsx';
import { StepButtons } from '../second-step/step-buttons.tsx';

interface RemovePasskeyProps {
  readonly passkey: OwnPasskeyFragment;
  readonly onDone: () => void;
}

/** Asks for the password, since a removed passkey cannot come back. */
export function RemovePasskey({ passkey: { id, name }, onDone }: RemovePasskeyProps) {
  const { t } = useTranslation('account');
  const [remove] = useRemovePasskeyMutation({ ...ownProblems });

  async function submit({ password }: { readonly password: string }): Promise<SubmitOutcome> {
    try {
      await remove({ variables: { id, password } });
    } catch (error) {
      return refusedBy(problemOf(error));
    }
    return {
      saved: () => {
        showToast({ message: t('passkeyRemoved'), severity: 'success' });
        onDone();
      },
    };
  }

  return (
    <Form className="login-form" initialValues={{ password: '' }} rules={withOwnPasswordRules} onSubmit={submit}>
      {({ submitting }) => (
        <>
          <p>{t('removePasskeyHint', { name: name || t('unnamedPasskey') })}</p>
          <OwnPasswordField />
          <StepButtons submitting={submitting} text={t('removePasskey')} onCancel={onDone} />
        </>
      )}
    </Form>
  );
}
