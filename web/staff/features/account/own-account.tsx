import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import type { Language } from '#schema/languages.ts';
import { myAccountRules } from '#schema/rules/auth.ts';
import { NameFields } from '#web/staff/features/users/form/name-fields.tsx';
import {
  MyAccountDocument,
  type MyAccountQuery,
  type OwnAccountFragment,
  useMyAccountQuery,
  useUpdateMyAccountMutation,
} from '#web/staff/operations.generated.ts';
import { graphqlLanguage, languageOf } from '#web/staff/platform/apollo/graphql-language.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { showOwnName } from '#web/staff/platform/session/login-info.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { SelectField } from '#web/staff/ui/forms/select-field.tsx';
import { useEdit } from '#web/staff/ui/forms/use-edit.tsx';
import { AwaitedPanel } from '#web/staff/ui/lists/list-states.tsx';

/** The user's own name and mail language. */
export function OwnAccount() {
  const { t } = useTranslation('account');
  const query = useMyAccountQuery({ ...ownProblems });
  const account = query.data && unmask<OwnAccountFragment>(query.data.myAccount);
  return (
    <section className="panel account-own">
      <h2>{t('own')}</h2>
      {account ? <AccountForm account={account} /> : <AwaitedPanel query={query} />}
    </section>
  );
}

interface AccountValues {
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language;
}

const valuesOf = ({ firstName, lastName, language }: OwnAccountFragment): AccountValues => ({
  firstName,
  lastName,
  language: languageOf(language),
});

function AccountForm({ account }: { readonly account: OwnAccountFragment }) {
  const { t } = useTranslation(['account', 'users']);
  const [update] = useUpdateMyAccountMutation(ownProblems);
  const draftKey = `account:${account.id}`;
  const { save, notice } = useEdit({
    found: account,
    draftKey,
    valuesOf,
    send: async ({ version }, { language, ...names }: AccountValues) => {
      const input = { ...names, language: graphqlLanguage(language), version };
      const { data } = await update({ variables: { input } });
      if (data) showOwnName(unmask<OwnAccountFragment>(data.updateMyAccount));
    },
    query: MyAccountDocument,
    detailOf: (data: MyAccountQuery) => unmask<OwnAccountFragment>(data.myAccount),
    savedText: t('saved'),
  });

  return (
    <Form
      className="login-form"
      initialValues={valuesOf(account)}
      rules={myAccountRules}
      draftKey={draftKey}
      onSubmit={save}
    >
      {({ submitting }) => (
        <>
          {notice}
          <p>{t('signInWith', { email: account.email })}</p>
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
