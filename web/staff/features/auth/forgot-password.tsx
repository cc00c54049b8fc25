import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { forgotPasswordRules } from '#schema/rules/auth.ts';
import { paths } from '#web/paths.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { words } from '#web/shared/i18n/words.ts';
import { graphqlLanguage } from '#web/staff/platform/apollo/graphql-language.ts';
import { tokenlessClient } from '#web/staff/platform/apollo/tokenless-client.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';
import { useForgotPasswordMutation } from '#web/staff/operations.generated.ts';
import { AuthPage, SubmitButton } from './auth-page.tsx';

export const loader = words('auth');

interface Sent {
  readonly email: string;
  readonly validHours: number;
}

/** Asks for the email and confirms. The answer is the same for every email. */
export function Component() {
  const { t } = useTranslation('auth');
  const [search] = useSearchParams();
  const [sent, setSent] = useState<Sent>();
  return (
    <AuthPage
      title={t('forgotTitle')}
      heading={sent ? t('sentHeading') : t('forgotHeading')}
      subtitle={sent ? t('sentTo', { email: sent.email }) : t('forgotSubtitle')}
      footer={<Link to={paths.login()}>{t('toLogin')}</Link>}
    >
      {sent ? (
        <SentNotice validHours={sent.validHours} onAgain={() => setSent(undefined)} />
      ) : (
        <ForgotPasswordForm email={search.get('email') ?? ''} onSent={setSent} />
      )}
    </AuthPage>
  );
}

function SentNotice({ validHours, onAgain }: { readonly validHours: number; readonly onAgain: () => void }) {
  const { t } = useTranslation('auth');
  return (
    <div className="login-form" role="status">
      <p>{t('sentText')}</p>
      <p>{t('sentValidity', { count: validHours })}</p>
      <p>{t('sentSpam')}</p>
      <Button text={t('otherAddress')} size="large" fill onClick={onAgain} />
    </div>
  );
}

interface ForgotPasswordFormProps {
  readonly email: string;
  readonly onSent: (sent: Sent) => void;
}

function ForgotPasswordForm({ email, onSent }: ForgotPasswordFormProps) {
  const { t, i18n } = useTranslation('auth');
  const [ask] = useForgotPasswordMutation({ client: tokenlessClient });

  async function send(values: { email: string }): Promise<SubmitOutcome> {
    const language = graphqlLanguage(i18n.language);
    const address = values.email.trim();
    try {
      const { data } = await ask({ variables: { input: { email: address, language } } });
      const validHours = data?.forgotPassword.validHours ?? 0;
      return { saved: () => onSent({ email: address, validHours }) };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  return (
    <Form className="login-form" initialValues={{ email }} rules={forgotPasswordRules} onSubmit={send}>
      {({ submitting }) => (
        <>
          <TextField
            name="email"
            label={t('email')}
            autoComplete="username"
            inputMode="email"
            spellCheck={false}
            required
          />
          <SubmitButton submitting={submitting} text={t('sendLink')} busyText={t('sending')} />
        </>
      )}
    </Form>
  );
}
