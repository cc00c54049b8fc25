import { useTranslation } from 'react-i18next';
import { withOwnPasswordRules } from '#schema/rules/second-factor.ts';
import { noCache } from '#web/staff/platform/apollo/freshness.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { type BeginSecondFactorMutation, useBeginSecondFactorMutation } from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { OwnPasswordField } from '#web/staff/features/own-password/own-password-field.tsx';
import { StepButtons } from './step-buttons.tsx';

export type Start = NonNullable<BeginSecondFactorMutation['beginSecondFactor']>;

interface BeginFormProps {
  readonly onBegun: (start: Start) => void;
  readonly onCancel: () => void;
}

/** Asks for the password, and makes the secret of a new app. */
export function BeginForm({ onBegun, onCancel }: BeginFormProps) {
  const { t } = useTranslation('account');
  // The secret must not be cached: it is shown only once.
  const [begin] = useBeginSecondFactorMutation({ ...ownProblems, ...noCache });

  async function submit({ password }: { readonly password: string }): Promise<SubmitOutcome> {
    try {
      const { data } = await begin({ variables: { password } });
      if (data === undefined) throw new Error('The secret came back empty');
      const start = data.beginSecondFactor;
      return { saved: () => onBegun(start) };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  return (
    <Form className="login-form" initialValues={{ password: '' }} rules={withOwnPasswordRules} onSubmit={submit}>
      {({ submitting }) => (
        <>
          <OwnPasswordField />
          <StepButtons submitting={submitting} text={t('next')} onCancel={onCancel} />
        </>
      )}
    </Form>
  );
}
