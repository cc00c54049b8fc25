import { Spinner } from '@blueprintjs/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { setUpSchoolRules } from '#schema/rules/setup.ts';
import { paths } from '#web/paths.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { words } from '#web/shared/i18n/words.ts';
import { tokenlessClient } from '#web/staff/apollo/tokenless-client.ts';
import { Form, type SubmitOutcome } from '#web/staff/forms/form.tsx';
import { NameFields } from '#web/staff/forms/name-fields.tsx';
import { refusedBy } from '#web/staff/forms/refused-by.ts';
import { TextField } from '#web/staff/forms/text-field.tsx';
import {
  type FirstRunQuery,
  type Language,
  useFirstRunQuery,
  useSetUpSchoolMutation,
} from '#web/staff/operations.generated.ts';
import { firstScreen } from '#web/staff/shell/navigation.tsx';
import { AuthPage } from './auth-page.tsx';
import { setLoginInfo } from './login-info.ts';
import { NewPasswordFields, type NewPassword, noPassword } from './new-password-fields.tsx';
import { Unasked, useToken } from './password-link.tsx';
import { loginInfoOf } from './staff-session.ts';

export const loader = words('auth');

/** Where the link leads that a first start prints: names the school and its first SuperAdmin. */
export function Component() {
  const { t } = useTranslation('auth');
  return (
    <AuthPage
      title={t('firstRunTitle')}
      heading={t('firstRunTitle')}
      subtitle={t('firstRunSubtitle')}
      footer={<Link to={paths.login()}>{t('toLogin')}</Link>}
    >
      <WithFirstRun />
    </AuthPage>
  );
}

function WithFirstRun() {
  const { t } = useTranslation('auth');
  const token = useToken();
  const { data, error, loading, refetch } = useFirstRunQuery({
    client: tokenlessClient,
    variables: { token },
    skip: token === '',
    fetchPolicy: 'no-cache',
  });
  const problem = useMemo(() => (error === undefined ? undefined : problemOf(error)), [error]);
  if (loading) return <Spinner aria-label={t('checkingLink')} />;
  if (problem !== undefined && problem.status !== 404 && problem.messageKey !== 'messages.linkExpired')
    return <Unasked problem={problem} onRetry={() => void refetch().catch(() => undefined)} />;
  if (data === undefined)
    return (
      <div className="login-form" role="alert">
        <p>{problem?.messageKey === 'messages.linkExpired' ? t('linkExpired') : t('linkUnknown')}</p>
        <p>{t('firstRunEnded')}</p>
      </div>
    );
  return <SchoolForm token={token} {...data.firstRun} />;
}

interface SchoolFormValues extends NewPassword {
  readonly token: string;
  readonly schoolName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly language: 'en' | 'jp';
}

function SchoolForm({ token, publicUrl, timeZone, sendsMail }: FirstRunQuery['firstRun'] & { readonly token: string }) {
  const { t, i18n } = useTranslation('auth');
  const navigate = useNavigate();
  const [setUp] = useSetUpSchoolMutation({ client: tokenlessClient });

  async function save(values: SchoolFormValues): Promise<SubmitOutcome> {
    // That of the page when the form is sent: it may have been changed meanwhile.
    const language: Language = i18n.language === 'jp' ? 'JP' : 'EN';
    try {
      const { data } = await setUp({ variables: { input: { ...values, language } } });
      if (data === undefined) throw new Error('The answer came back empty');
      const info = loginInfoOf(data.setUpSchool);
      setLoginInfo(info);
      return { saved: () => void navigate(firstScreen(info.role), { replace: true }) };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  const nobody = { schoolName: '', firstName: '', lastName: '', email: '', language: 'en' } as const;
  return (
    <Form
      className="login-form"
      initialValues={{ token, ...nobody, ...noPassword }}
      rules={setUpSchoolRules}
      onSubmit={save}
    >
      {({ submitting }) => (
        <>
          <p className="login-account">{t('firstRunFacts', { publicUrl, timeZone })}</p>
          {!sendsMail && <p className="login-account">{t('firstRunNoMail')}</p>}
          <TextField name="schoolName" label={t('schoolName')} autoComplete="organization" required />
          <NameFields />
          <TextField
            name="email"
            label={t('email')}
            autoComplete="username"
            inputMode="email"
            spellCheck={false}
            required
          />
          <NewPasswordFields submitting={submitting} submitText={t('setUpSchool')} />
        </>
      )}
    </Form>
  );
}
