import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { confirmEmailRules } from '#schema/rules/auth.ts';
import { staffName } from '#schema/staff-name.ts';
import { paths } from '#web/paths.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { words } from '#web/shared/i18n/words.ts';
import { tokenlessClient } from '#web/staff/platform/apollo/tokenless-client.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { useConfirmEmailMutation } from '#web/staff/operations.generated.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { OwnPasswordField } from '#web/staff/features/own-password/own-password-field.tsx';
import { AuthPage, SubmitButton } from '#web/staff/features/auth/auth-page.tsx';
import { type LiveLink, WithPasswordLink } from './password-link.tsx';

export const loader = words('auth', 'forms');

/** The page that the mail to a new address links to. A click confirms, because mail filters open links on their own. */
export function Component() {
  const { t } = useTranslation('auth');
  return (
    <AuthPage
      title={t('confirmEmailTitle')}
      heading={t('confirmEmailTitle')}
      subtitle={t('confirmEmailSubtitle')}
      footer={<Link to={paths.login()}>{t('toLogin')}</Link>}
    >
      <WithPasswordLink purpose="EMAIL">{(link) => <ConfirmForm {...link} />}</WithPasswordLink>
    </AuthPage>
  );
}

function ConfirmForm({ token, account, invitedBy }: LiveLink) {
  const { t } = useTranslation(['auth', 'forms']);
  const navigate = useNavigate();
  const [confirm] = useConfirmEmailMutation({ client: tokenlessClient });

  async function save(input: { token: string; password: string }): Promise<SubmitOutcome> {
    try {
      await confirm({ variables: { input } });
    } catch (error) {
      return refusedBy(problemOf(error));
    }
    return {
      saved: () => {
        showToast({ message: t('emailConfirmed', { email: account.email }), severity: 'success' });
        void navigate(paths.login());
      },
    };
  }

  return (
    <Form className="login-form" initialValues={{ token, password: '' }} rules={confirmEmailRules} onSubmit={save}>
      {({ submitting }) => (
        <>
          <p className="login-account">{account.email}</p>
          {invitedBy && (
            <>
              <p>{t('confirmEmailBy', { name: staffName(invitedBy) })}</p>
              <OwnPasswordField label={t('password')} wayToPassword={<FirstPassword />} />
            </>
          )}
          <SubmitButton submitting={submitting} text={t('confirmEmail')} busyText={t('forms.saving')} />
        </>
      )}
    </Form>
  );
}

/** Leads to a first password. A new password voids the account's links, so the email change must be requested again. */
function FirstPassword() {
  const { t } = useTranslation('auth');
  return (
    <p>
      <Link to={paths.forgotPassword()}>{t('forgot')}</Link> {t('thenNewEmailLink')}
    </p>
  );
}
