import { Button } from '@blueprintjs/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmSecondFactorRules } from '#schema/rules/second-factor.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { useCompleteLoginMutation } from '#web/staff/operations.generated.ts';
import { loginInfoOf } from '#web/staff/platform/apollo/staff-session.ts';
import { tokenlessClient } from '#web/staff/platform/apollo/tokenless-client.ts';
import { type LoginInfo, setLoginInfo } from '#web/staff/platform/session/login-info.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { SubmitButton } from './auth-page.tsx';
import { CodeField } from './code-field.tsx';

interface CodeFormProps {
  readonly challenge: string;
  readonly onSignedIn: (info: LoginInfo) => void;
  readonly onBack: () => void;
}

/** The second step of a sign-in. The focus moves to its field, which tells that the password was right. */
export function CodeForm({ challenge, onSignedIn, onBack }: CodeFormProps) {
  const { t } = useTranslation('auth');
  const [completeLogin] = useCompleteLoginMutation({ client: tokenlessClient });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);

  async function signIn({ code }: { readonly code: string }): Promise<SubmitOutcome> {
    try {
      const { data } = await completeLogin({ variables: { input: { challenge, code } } });
      if (data === undefined) throw new Error('The sign-in came back empty');
      const info = loginInfoOf(data.completeLogin);
      setLoginInfo(info);
      return { saved: () => onSignedIn(info) };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  return (
    <div ref={place}>
      <Form className="login-form" initialValues={{ code: '' }} rules={confirmSecondFactorRules} onSubmit={signIn}>
        {({ submitting }) => (
          <>
            <h2>{t('secondStep')}</h2>
            <CodeField />
            <SubmitButton submitting={submitting} text={t('signIn')} busyText={t('signingIn')} />
            <Button variant="minimal" text={t('backToPassword')} onClick={onBack} />
          </>
        )}
      </Form>
    </div>
  );
}
