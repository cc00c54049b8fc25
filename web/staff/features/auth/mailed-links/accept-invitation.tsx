import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { staffName } from '#schema/staff-name.ts';
import { acceptInvitationRules } from '#schema/rules/auth.ts';
import { paths } from '#web/paths.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { words } from '#web/shared/i18n/words.ts';
import { graphqlLanguage } from '#web/staff/platform/apollo/graphql-language.ts';
import { tokenlessClient } from '#web/staff/platform/apollo/tokenless-client.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { NameFields } from '#web/staff/features/users/form/name-fields.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { useAcceptInvitationMutation } from '#web/staff/operations.generated.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { roleWords } from '#web/staff/features/users/user-words.ts';
import { AuthPage } from '#web/staff/features/auth/auth-page.tsx';
import {
  NewPasswordFields,
  type NewPassword,
  noPassword,
} from '#web/staff/features/auth/password/new-password-fields.tsx';
import { type LiveLink, WithPasswordLink } from './password-link.tsx';

export const loader = words('auth');

/** The page that an invitation links to; completes the registration. */
export function Component() {
  const { t } = useTranslation('auth');
  return (
    <AuthPage
      title={t('inviteTitle')}
      heading={t('inviteHeading')}
      subtitle={t('inviteSubtitle')}
      footer={<Link to={paths.login()}>{t('toLogin')}</Link>}
    >
      <WithPasswordLink purpose="INVITATION">{(link) => <AcceptForm {...link} />}</WithPasswordLink>
    </AuthPage>
  );
}

interface AcceptValues extends NewPassword {
  readonly token: string;
  readonly firstName: string;
  readonly lastName: string;
}

function AcceptForm({ token, account, invitedBy, schoolName }: LiveLink) {
  const { t, i18n } = useTranslation(['auth', 'shell']);
  const navigate = useNavigate();
  const [accept] = useAcceptInvitationMutation({ client: tokenlessClient });

  async function save(values: AcceptValues): Promise<SubmitOutcome> {
    const language = graphqlLanguage(i18n.language);
    try {
      await accept({ variables: { input: { ...values, language } } });
    } catch (error) {
      return refusedBy(problemOf(error));
    }
    return {
      saved: () => {
        showToast({ message: t('invitationAccepted'), severity: 'success' });
        void navigate(paths.login());
      },
    };
  }

  const { firstName, lastName, email, role } = account;
  return (
    <Form
      className="login-form"
      initialValues={{ token, firstName, lastName, ...noPassword }}
      rules={acceptInvitationRules}
      onSubmit={save}
    >
      {({ submitting }) => (
        <>
          <p className="login-account">
            {invitedBy && <>{t('invitedBy', { name: staffName(invitedBy) })} </>}
            {t('invitedAs', { email, role: t(`shell.${roleWords[role]}`) })}
          </p>
          <NameFields />
          <NewPasswordFields owner={{ email, schoolName }} submitting={submitting} submitText={t('joinIn')} />
        </>
      )}
    </Form>
  );
}
