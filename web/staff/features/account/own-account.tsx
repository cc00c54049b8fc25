import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import { myAccountRules } from '#schema/rules/auth.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { NameFields } from '#web/staff/features/users/form/name-fields.tsx';
import {
  type OwnAccountFragment,
  useMyAccountQuery,
  useUpdateMyAccountMutation,
} from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { loginInfo, setLoginInfo } from '#web/staff/platform/session/login-info.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { SelectField } from '#web/staff/ui/forms/select-field.tsx';
import { ListProblem, ListSkeleton } from '#web/staff/ui/lists/list-states.tsx';

/** The user's own name and mail language. */
export function OwnAccount() {
  const { t } = useTranslation('account');
  const query = useMyAccountQuery({ ...ownProblems });
  const account = query.data && unmask<OwnAccountFragment>(query.data.myAccount);
  return (
    <section className="panel account-own">
      <h2>{t('own')}</h2>
      {account ? (
        // A new version, changed by another person, remounts the form with the newer values.
        <AccountForm key={account.version} account={account} onOutdated={() => void query.refetch()} />
      ) : query.error && !query.loading ? (
        <ListProblem problem={problemOf(query.error)} onRetry={() => void query.refetch().catch(() => undefined)} />
      ) : (
        <ListSkeleton columns={2} />
      )}
    </section>
  );
}

interface AccountFormProps {
  readonly account: OwnAccountFragment;
  readonly onOutdated: () => void;
}

interface AccountValues {
  readonly firstName: string;
  readonly lastName: string;
  readonly language: 'en' | 'jp';
}

function AccountForm({ account, onOutdated }: AccountFormProps) {
  const { t } = useTranslation(['account', 'users']);
  const [update] = useUpdateMyAccountMutation(ownProblems);
  const { firstName, lastName, email, language, version } = account;
  const initialValues: AccountValues = { firstName, lastName, language: language === 'JP' ? 'jp' : 'en' };

  async function save(values: AccountValues): Promise<SubmitOutcome> {
    const input = { ...values, language: values.language === 'jp' ? ('JP' as const) : ('EN' as const), version };
    try {
      const { data } = await update({ variables: { input } });
      const login = loginInfo();
      if (login && data) {
        const { firstName: first, lastName: last } = unmask<OwnAccountFragment>(data.updateMyAccount);
        setLoginInfo({ ...login, firstName: first, lastName: last });
      }
    } catch (error) {
      const problem = problemOf(error);
      if (problem.status === 409) onOutdated();
      return refusedBy(problem);
    }
    return { saved: () => showToast({ message: t('saved'), severity: 'success' }) };
  }

  return (
    <Form className="login-form" initialValues={initialValues} rules={myAccountRules} onSubmit={save}>
      {({ submitting }) => (
        <>
          <p>{t('signInWith', { email })}</p>
          <NameFields />
          <SelectField
            name="language"
            label={t('users.mailLanguage')}
            options={[
              { value: 'en', label: t('users.languageEn') },
              { value: 'jp', label: t('users.languageJp') },
            ]}
          />
          <Button type="submit" intent="primary" text={t('save')} aria-disabled={submitting} />
        </>
      )}
    </Form>
  );
}
