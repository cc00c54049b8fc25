import { Button } from '@blueprintjs/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { beginProviderLoginRules } from '#schema/rules/sign-in-providers.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { useBeginProviderLoginMutation } from '#web/staff/operations.generated.ts';
import { tokenlessClient } from '#web/staff/platform/apollo/tokenless-client.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';
import { SubmitButton } from '#web/staff/features/auth/auth-page.tsx';
import { keepPending } from './pending-login.ts';
import { withProof } from './with-proof.ts';

interface ProviderFormProps {
  /** The email typed on the previous form. */
  readonly email: string;
  readonly rememberMe: boolean;
  readonly onBack: () => void;
}

/** Asks for the e-mail, whose domain names the school's provider, and goes to the provider's page. */
export function ProviderForm({ email, rememberMe, onBack }: ProviderFormProps) {
  const { t } = useTranslation('auth');
  const [search] = useSearchParams();
  const [begin] = useBeginProviderLoginMutation({ client: tokenlessClient });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);

  async function goOn(values: { readonly email: string }): Promise<SubmitOutcome> {
    try {
      const { data } = await withProof({
        send: (proof) => begin({ variables: { email: values.email.trim(), proof } }),
      });
      if (data === undefined) throw new Error('The provider came back empty');
      const { url, state } = data.beginProviderLogin;
      if (!keepPending({ state, rememberMe, to: search.get('to') ?? undefined }))
        return { problems: { form: 'messages.providerLoginFailed' } };
      return { saved: () => window.location.assign(url) };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  return (
    <div ref={place} className="second-step-form">
      <h2>{t('schoolAccount')}</h2>
      <Form className="login-form" initialValues={{ email }} rules={beginProviderLoginRules} onSubmit={goOn}>
        {({ submitting }) => (
          <>
            <TextField
              name="email"
              label={t('schoolEmail')}
              hint={t('schoolEmailHint')}
              autoComplete="email"
              inputMode="email"
              spellCheck={false}
              required
            />
            <SubmitButton submitting={submitting} text={t('goToSchool')} busyText={t('goingToSchool')} />
          </>
        )}
      </Form>
      <Button variant="minimal" text={t('backToPassword')} onClick={onBack} />
    </div>
  );
}
