import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import { cacheFirst } from '#web/staff/platform/apollo/freshness.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { useIdempotencyKey } from '#web/shared/use-idempotency-key.ts';
import type { SubmitManner } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { useAnother } from '#web/staff/ui/forms/form-buttons.tsx';
import { useCreateUserMutation, useInvitationDaysQuery } from '#web/staff/operations.generated.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { UserForm } from './user-form.tsx';
import { inputOf, newUserValues, type UserFormValues } from './user-values.ts';

export const loader = words('users', 'auth', 'forms');

/** Milliseconds; the toast also explains the next step, which takes longer to read. */
const shownFor = 6000;

/** Invites a user. */
export function Component() {
  const { t, i18n } = useTranslation('users');
  const navigate = useNavigate();
  const { round, again } = useAnother();
  const withKey = useIdempotencyKey(round);
  const [initialValues, setInitialValues] = useState(() => newUserValues(i18n.language));
  const days = useInvitationDaysQuery(cacheFirst).data?.settings.invitationDays;
  const [createUser] = useCreateUserMutation(ownProblems);
  useTitle(t('newTitle'));

  async function create(values: UserFormValues, { another }: SubmitManner): Promise<SubmitOutcome> {
    try {
      const { data } = await createUser({ variables: { input: withKey(inputOf(values)) } });
      if (data === undefined) throw new Error('The new user came back empty');
      const { id, email } = data.createUser;
      return {
        saved: () => showToast({ message: t('created', { email }), severity: 'success', autoHideDuration: shownFor }),
        next: () => {
          if (!another) {
            void navigate(paths.userDetail(id), { replace: true });
            return;
          }
          // The next user is most likely a colleague with the same role and language.
          setInitialValues({ ...newUserValues(values.language, values.role), phoneType: values.phoneType });
          again();
        },
      };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  return (
    <>
      <Link to={paths.users} className="back-link">
        {t('title')}
      </Link>
      <header className="page-header">
        <h1>{t('newTitle')}</h1>
      </header>
      <UserForm
        key={round}
        initialValues={initialValues}
        draftKey="user:new"
        notice={days !== undefined && <p className="user-note">{t('newText', { count: days })}</p>}
        submitText={t('createSubmit')}
        another={{ text: t('createAnother') }}
        onSubmit={create}
        onCancel={() => void navigate(paths.users)}
      />
    </>
  );
}
