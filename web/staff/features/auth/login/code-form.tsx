import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmSecondFactorRules } from '#schema/rules/second-factor.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { useCompleteLoginMutation } from '#web/staff/operations.generated.ts';
import { loginInfoOf } from '#web/staff/platform/apollo/staff-session.ts';
import { tokenlessClient } from '#web/staff/platform/apollo/tokenless-client.ts';
import { type LoginInfo, setLoginInfo } from '#web/staff/platform/session/login-info.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { SubmitButton } from '#web/staff/features/auth/auth-page.tsx';
import { CodeField } from '#web/staff/features/auth/code-field.tsx';
import { SlowNotice } from './slow-notice.tsx';
import { withProof } from './with-proof.ts';

interface CodeFormProps {
  readonly challenge: string;
  readonly onSignedIn: (info: LoginInfo) => void;
}

/** The second step of a sign-in by a code of the app or a recovery code. */
export function CodeForm({ challenge, onSignedIn }: CodeFormProps) {
  const { t } = useTranslation('auth');
  const [completeLogin] = useCompleteLoginMutation({ client: tokenlessClient });
  const [slow, setSlow] = useState(false);

  async function signIn({ code }: { readonly code: string }): Promise<SubmitOutcome> {
    try {
      const { data } = await withProof({
        send: (proof) => completeLogin({ variables: { input: { challenge, code, proof } } }),
        onSlow: () => setSlow(true),
      });
      if (data === undefined) throw new Error('The sign-in came back empty');
      const info = loginInfoOf(data.completeLogin);
      setLoginInfo(info);
      return { saved: () => onSignedIn(info) };
    } catch (error) {
      return refusedBy(problemOf(error));
    } finally {
      setSlow(false);
    }
  }

  return (
    <Form className="login-form" initialValues={{ code: '' }} rules={confirmSecondFactorRules} onSubmit={signIn}>
      {({ submitting }) => (
        <>
          <CodeField />
          <SubmitButton submitting={submitting} text={t('signIn')} busyText={t('signingIn')} />
          <SlowNotice slow={slow} />
        </>
      )}
    </Form>
  );
}
