import { Button } from '@blueprintjs/core';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { loginRules } from '#schema/rules/auth.ts';
import { paths } from '#web/paths.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { tokenlessClient } from '#web/staff/platform/apollo/tokenless-client.ts';
import { CheckboxField } from '#web/staff/ui/forms/checkbox-field.tsx';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { PasswordField } from '#web/staff/ui/forms/password-field.tsx';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';
import { firstOfEach, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { useLoginMutation, useSchoolSignInQuery } from '#web/staff/operations.generated.ts';
import { lastingProblem, toastSignInProblem } from '#web/staff/platform/toasts/problem-toast.ts';
import { knowsPasskeys } from '#web/staff/platform/passkeys/passkeys.ts';
import { setLoginInfo, type LoginInfo } from '#web/staff/platform/session/login-info.ts';
import { loginInfoOf } from '#web/staff/platform/apollo/staff-session.ts';
import { SubmitButton } from '#web/staff/features/auth/auth-page.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { ProviderForm } from './provider-form.tsx';
import { SlowNotice } from './slow-notice.tsx';
import { type SecondStep, secondStepOf } from './second-step.ts';
import { SecondStepForm } from './second-step-form.tsx';
import { withProof } from './with-proof.ts';

const initialValues = { email: '', password: '', rememberMe: false };

interface LoginFormProps {
  readonly onSignedIn: (info: LoginInfo) => void;
}

type SchoolStep = Omit<ComponentProps<typeof ProviderForm>, 'onBack'>;

/**
 * Signs in with a password or an account at the school's provider, followed by a code or passkey if the account
 * requires a second step; or with a passkey alone.
 */
export function LoginForm({ onSignedIn }: LoginFormProps) {
  const [step, setStep] = useState<SecondStep>();
  const [school, setSchool] = useState<SchoolStep>();
  if (school) return <ProviderForm {...school} onBack={() => setSchool(undefined)} />;
  return step === undefined ? (
    <PasswordForm onSignedIn={onSignedIn} onSecondStep={setStep} onSchool={setSchool} />
  ) : (
    <SecondStepForm {...step} onSignedIn={onSignedIn} onBack={() => setStep(undefined)} />
  );
}

interface PasswordFormProps extends LoginFormProps {
  readonly onSecondStep: (step: SecondStep) => void;
  readonly onSchool: (step: SchoolStep) => void;
}

function PasswordForm({ onSignedIn, onSecondStep, onSchool }: PasswordFormProps) {
  const { t } = useTranslation('auth');
  const { data } = useSchoolSignInQuery({ client: tokenlessClient });
  const [login] = useLoginMutation({ client: tokenlessClient });
  const [slow, setSlow] = useState(false);

  async function signIn({ email, password, rememberMe }: typeof initialValues): Promise<SubmitOutcome> {
    try {
      const { data } = await withProof({
        send: (proof) => login({ variables: { input: { email: email.trim(), password, rememberMe, proof } } }),
        onSlow: () => setSlow(true),
      });
      if (data === undefined) throw new Error('The sign-in came back empty');
      const info = loginInfoOf(data.login);
      setLoginInfo(info);
      return { saved: () => onSignedIn(info) };
    } catch (error) {
      const problem = problemOf(error);
      const step = secondStepOf(problem);
      if (step) return { saved: () => onSecondStep(step) };
      const fields = firstOfEach(problem.fields ?? {});
      if (Object.keys(fields).length > 0) return { problems: fields };
      // The toast is gone in seconds; the reason stays beside the form.
      toastSignInProblem(problem);
      return { problems: { form: lastingProblem(problem) } };
    } finally {
      setSlow(false);
    }
  }

  return (
    <Form className="login-form" initialValues={initialValues} rules={loginRules} onSubmit={signIn}>
      {({ submitting, form }) => (
        <>
          <TextField
            name="email"
            label={t('emailOrUsername')}
            autoComplete="username"
            inputMode="email"
            spellCheck={false}
            required
          />
          <PasswordField name="password" label={t('password')} autoComplete="current-password" required />
          <Link className="login-forgot" to={paths.forgotPassword()}>
            {t('forgot')}
          </Link>
          <CheckboxField name="rememberMe" label={t('rememberMe')} hint={t('rememberHint')} />
          <SubmitButton submitting={submitting} text={t('signIn')} busyText={t('signingIn')} />
          <SlowNotice slow={slow} />
          {knowsPasskeys() && (
            <PasskeyButton rememberMe={() => form.getState().values.rememberMe} onSignedIn={onSignedIn} />
          )}
          {data?.settings.schoolSignIn && (
            <Button
              fill
              size="large"
              text={t('signInWithSchool')}
              onClick={() => {
                const { email, rememberMe } = form.getState().values;
                onSchool({ email: email.includes('@') ? email : '', rememberMe });
              }}
            />
          )}
        </>
      )}
    </Form>
  );
}
