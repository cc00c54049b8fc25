import { Button } from '@blueprintjs/core';
import { useApolloClient } from '@apollo/client/react';
import { useState, type ReactNode } from 'react';
import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import {
  MyAccountDocument,
  type MyAccountQuery,
  type OwnAccountFragment,
  useForgotPasswordMutation,
} from '#web/staff/operations.generated.ts';
import { networkOnly } from '#web/staff/platform/apollo/freshness.ts';
import { graphqlLanguage } from '#web/staff/platform/apollo/graphql-language.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { tokenlessClient } from '#web/staff/platform/apollo/tokenless-client.ts';
import { toastProblem } from '#web/staff/platform/toasts/problem-toast.ts';
import type { FieldProps } from '#web/staff/ui/forms/field-frame.tsx';
import { PasswordField } from '#web/staff/ui/forms/password-field.tsx';
import './own-password-field.css';

interface OwnPasswordFieldProps extends Partial<Pick<FieldProps, 'name' | 'label' | 'hint' | 'required'>> {
  /** The way to a first password in place of the button, where nobody is signed in. */
  readonly wayToPassword?: ReactNode;
}

/** The user's current password. An account that came by a school's provider has none: a button emails the link to set one. */
export function OwnPasswordField(props: OwnPasswordFieldProps) {
  const { name = 'password', label, hint, required = true, wayToPassword } = props;
  const { t } = useTranslation('auth');
  const { meta } = useField<string>(name, { subscription: { submitError: true } });
  const [sentTo, setSentTo] = useState<string>();
  return (
    <>
      <PasswordField
        name={name}
        label={label ?? t('currentPassword')}
        hint={hint}
        autoComplete="current-password"
        required={required}
      />
      {meta.submitError === 'messages.noPasswordYet' &&
        sentTo === undefined &&
        (wayToPassword ?? <EmailLink onSent={setSentTo} />)}
      <p role="status" className="own-password-status">
        {sentTo !== undefined && t('linkEmailed', { email: sentTo })}
      </p>
    </>
  );
}

function EmailLink({ onSent }: { readonly onSent: (email: string) => void }) {
  const { t, i18n } = useTranslation('auth');
  const client = useApolloClient();
  const [ask] = useForgotPasswordMutation({ client: tokenlessClient });
  const [sending, setSending] = useState(false);

  async function send(): Promise<void> {
    setSending(true);
    try {
      const { data } = await client.query<MyAccountQuery>({ query: MyAccountDocument, ...ownProblems, ...networkOnly });
      if (data === undefined) throw new Error('The account came back empty');
      const { email } = unmask<OwnAccountFragment>(data.myAccount);
      await ask({ variables: { input: { email, language: graphqlLanguage(i18n.language) } } });
      onSent(email);
    } catch (error) {
      toastProblem(problemOf(error));
      setSending(false);
    }
  }

  return <Button text={t('emailLink')} loading={sending} onClick={() => void send()} />;
}
