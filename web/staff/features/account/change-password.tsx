import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changePasswordRules } from '#schema/rules/auth.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import {
  NewPasswordFields,
  type NewPassword,
  noPassword,
} from '#web/staff/features/auth/password/new-password-fields.tsx';
import { useChangePasswordMutation } from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { useLoginInfo } from '#web/staff/platform/session/login-info.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { OwnPasswordField } from '#web/staff/features/own-password/own-password-field.tsx';

const empty = { currentPassword: '', ...noPassword };

/** Changes the user's own password, with the current password as proof. The user's other sessions end. */
export function ChangePassword() {
  const { t } = useTranslation('account');
  const info = useLoginInfo();
  // A new key remounts the form with empty fields.
  const [round, setRound] = useState(0);
  const [change] = useChangePasswordMutation(ownProblems);

  async function save(input: NewPassword & { readonly currentPassword: string }): Promise<SubmitOutcome> {
    try {
      await change({ variables: { input } });
    } catch (error) {
      return refusedBy(problemOf(error));
    }
    return {
      saved: () => {
        showToast({ message: t('passwordChanged'), severity: 'success' });
        setRound((before) => before + 1);
      },
    };
  }

  return (
    <section className="panel account-password">
      <h2>{t('changePassword')}</h2>
      <p>{t('passwordHint')}</p>
      <Form key={round} className="login-form" initialValues={empty} rules={changePasswordRules} onSubmit={save}>
        {({ submitting }) => (
          <>
            <OwnPasswordField name="currentPassword" />
            <NewPasswordFields
              owner={{ firstName: info?.firstName ?? '', lastName: info?.lastName ?? '' }}
              submitting={submitting}
              submitText={t('changePassword')}
            />
          </>
        )}
      </Form>
    </section>
  );
}
