import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { updatePasswordRules } from '#schema/rules/auth.ts';
import { paths } from '#web/paths.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { words } from '#web/shared/i18n/words.ts';
import { tokenlessClient } from '#web/staff/platform/apollo/tokenless-client.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { useUpdatePasswordMutation } from '#web/staff/operations.generated.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { AuthPage } from '#web/staff/features/auth/auth-page.tsx';
import { NewPasswordFields, noPassword } from '#web/staff/features/auth/password/new-password-fields.tsx';
import { type LiveLink, WithPasswordLink } from './password-link.tsx';

export const loader = words('auth');

/** The page that a reset mail links to. */
export function Component() {
  const { t } = useTranslation('auth');
  return (
    <AuthPage
      title={t('setPasswordTitle')}
      heading={t('setPasswordTitle')}
      subtitle={t('setPasswordSubtitle')}
      footer={<Link to={paths.login()}>{t('toLogin')}</Link>}
    >
      <WithPasswordLink purpose="RESET">{(link) => <SetPasswordForm {...link} />}</WithPasswordLink>
    </AuthPage>
  );
}

function SetPasswordForm({ token, account, schoolName }: LiveLink) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const [update] = useUpdatePasswordMutation({ client: tokenlessClient });

  async function save(input: { token: string; password: string; confirmPassword: string }): Promise<SubmitOutcome> {
    try {
      await update({ variables: { input } });
    } catch (error) {
      return refusedBy(problemOf(error));
    }
    return {
      saved: () => {
        showToast({ message: t('passwordChanged'), severity: 'success' });
        void navigate(paths.login());
      },
    };
  }

  return (
    <Form className="login-form" initialValues={{ token, ...noPassword }} rules={updatePasswordRules} onSubmit={save}>
      {({ submitting }) => (
        <>
          <p className="login-account">{account.email}</p>
          <NewPasswordFields
            owner={{ ...account, schoolName }}
            submitting={submitting}
            submitText={t('updatePassword')}
          />
        </>
      )}
    </Form>
  );
}
