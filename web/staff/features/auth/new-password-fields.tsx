import { Circle, TickCircle } from '@blueprintjs/icons';
import { useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { passwordFields, passwordsMatch } from '#schema/rules/password.ts';
import { PasswordField } from '#web/staff/ui/forms/password-field.tsx';
import { SubmitButton } from './auth-page.tsx';

export interface NewPassword {
  readonly password: string;
  readonly confirmPassword: string;
}

export const noPassword: NewPassword = { password: '', confirmPassword: '' };

interface NewPasswordFieldsProps {
  readonly submitting: boolean;
  readonly submitText: string;
}

/** The two fields of a new password, the live list of its rules, and the submit button. */
export function NewPasswordFields({ submitting, submitText }: NewPasswordFieldsProps) {
  const { t } = useTranslation(['auth', 'forms']);
  return (
    <>
      <PasswordField name="password" label={t('newPassword')} autoComplete="new-password" required />
      <PasswordField name="confirmPassword" label={t('confirmPassword')} autoComplete="new-password" required />
      <PasswordRules />
      <SubmitButton submitting={submitting} text={submitText} busyText={t('forms.saving')} />
    </>
  );
}

function PasswordRules() {
  const { t } = useTranslation('auth');
  const { values } = useFormState<NewPassword>({ subscription: { values: true } });
  const long = passwordFields.password.safeParse(values.password).success;
  const same = values.password !== '' && passwordsMatch(values);
  return (
    <ul className="password-rules">
      <Rule met={long} text={t('ruleLength')} />
      <Rule met={same} text={t('ruleMatch')} />
      <li>{t('ruleCommon')}</li>
    </ul>
  );
}

function Rule({ met, text }: { readonly met: boolean; readonly text: string }) {
  const { t } = useTranslation('auth');
  return (
    <li data-met={met}>
      {met ? <TickCircle title={t('ruleMet')} /> : <Circle title={t('ruleOpen')} />}
      <span>{text}</span>
    </li>
  );
}
