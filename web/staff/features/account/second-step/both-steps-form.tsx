import { useTranslation } from 'react-i18next';
import { bothStepsRules } from '#schema/rules/second-factor.ts';
import { noCache } from '#web/staff/platform/apollo/freshness.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { CodeField } from '#web/staff/features/auth/code-field.tsx';
import { useRenewRecoveryCodesMutation, useTurnOffSecondFactorMutation } from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { OwnPasswordField } from '#web/staff/features/own-password/own-password-field.tsx';
import { StepButtons } from './step-buttons.tsx';

interface Both {
  readonly password: string;
  readonly code: string;
}

interface BothStepsFormProps {
  readonly hint: string;
  readonly submitText: string;
  /** Sends the form; resolves to the function to run after the success. */
  readonly send: (input: Both) => Promise<() => void>;
  readonly onCancel: () => void;
}

/** Asks for password and code again, so that a stranger at an unlocked screen cannot change the second step. */
function BothStepsForm({ hint, submitText, send, onCancel }: BothStepsFormProps) {
  async function submit(input: Both): Promise<SubmitOutcome> {
    try {
      return { saved: await send(input) };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  return (
    <>
      <p>{hint}</p>
      <Form className="login-form" initialValues={{ password: '', code: '' }} rules={bothStepsRules} onSubmit={submit}>
        {({ submitting }) => (
          <>
            <OwnPasswordField />
            <CodeField />
            <StepButtons submitting={submitting} text={submitText} onCancel={onCancel} />
          </>
        )}
      </Form>
    </>
  );
}

interface RenewFormProps {
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** Makes new recovery codes. */
export function RenewForm({ onCodes, onCancel }: RenewFormProps) {
  const { t } = useTranslation('account');
  const [renew] = useRenewRecoveryCodesMutation({ ...ownProblems, ...noCache });

  async function send(input: Both): Promise<() => void> {
    const { data } = await renew({ variables: { input } });
    if (data === undefined) throw new Error('The recovery codes came back empty');
    return () => onCodes(data.renewRecoveryCodes);
  }

  return <BothStepsForm hint={t('renewHint')} submitText={t('renewCodes')} send={send} onCancel={onCancel} />;
}

interface TurnOffFormProps {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Turns the second step off. */
export function TurnOffForm({ onDone, onCancel }: TurnOffFormProps) {
  const { t } = useTranslation('account');
  const [turnOff] = useTurnOffSecondFactorMutation(ownProblems);

  async function send(input: Both): Promise<() => void> {
    await turnOff({ variables: { input } });
    return () => {
      showToast({ message: t('turnedOff'), severity: 'success' });
      onDone();
    };
  }

  return <BothStepsForm hint={t('turnOffHint')} submitText={t('turnOff')} send={send} onCancel={onCancel} />;
}
