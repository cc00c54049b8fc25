import { Circle, TickCircle } from '@blueprintjs/icons';
import { useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import type { PasswordOwner } from '#schema/rules/guessable-password.ts';
import { passwordFields, passwordsMatch } from '#schema/rules/password.ts';
import { PasswordField } from '#web/staff/ui/forms/password-field.tsx';
import { SubmitButton } from '#web/staff/features/auth/auth-page.tsx';
import { usePasswordStrength } from './use-password-strength.ts';

export interface NewPassword {
  readonly password: string;
  readonly confirmPassword: string;
}

export const noPassword: NewPassword = { password: '', confirmPassword: '' };

interface NewPasswordFieldsProps {
  /** Data of the person and the school that the form has no fields for. */
  readonly owner?: Partial<PasswordOwner>;
  readonly submitting: boolean;
  readonly submitText: string;
}

/** The two fields of a new password, its strength and the list of its rules while it is typed, and the submit button. */
export function NewPasswordFields({ owner, submitting, submitText }: NewPasswordFieldsProps) {
  const { t } = useTranslation(['auth', 'forms']);
  return (
    <>
      <PasswordField name="password" label={t('newPassword')} autoComplete="new-password" required />
      <PasswordField name="confirmPassword" label={t('confirmPassword')} autoComplete="new-password" required />
      <PasswordRules owner={owner} />
      <SubmitButton submitting={submitting} text={submitText} busyText={t('forms.saving')} />
    </>
  );
}

function PasswordRules({ owner }: Pick<NewPasswordFieldsProps, 'owner'>) {
  const { t } = useTranslation('auth');
  const { values } = useFormState<NewPassword & Partial<PasswordOwner>>({ subscription: { values: true } });
  const strength = usePasswordStrength(values.password, { ...nobody, ...owner, ...typedIn(values) });
  const long = passwordFields.password.safeParse(values.password).success;
  const same = values.password !== '' && passwordsMatch(values);
  const shown = long ? strength : undefined;
  return (
    <>
      <div className="password-strength" data-strength={shown}>
        {/* A live region, always mounted: screen readers announce each new level, not each typed letter. */}
        <span role="status">{shown && t(strengthWords[shown])}</span>
      </div>
      <ul className="password-rules">
        <Rule met={long} text={t('ruleLength')} />
        <Rule met={same} text={t('ruleMatch')} />
        <Rule met={shown !== undefined && shown !== 'guessable'} text={t('ruleCommon')} />
        <li>{t('anyCharacters')}</li>
      </ul>
    </>
  );
}

const nobody: PasswordOwner = { email: '', firstName: '', lastName: '' };

// Names that the form asks for replace the names known from the link.
function typedIn({ email, firstName, lastName, schoolName }: Partial<PasswordOwner>): Partial<PasswordOwner> {
  const typed = { email, firstName, lastName, schoolName };
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => typeof value === 'string'));
}

const strengthWords = {
  guessable: 'strengthGuessable',
  fair: 'strengthFair',
  good: 'strengthGood',
  strong: 'strengthStrong',
} as const;

function Rule({ met, text }: { readonly met: boolean; readonly text: string }) {
  const { t } = useTranslation('auth');
  return (
    <li data-met={met}>
      {met ? <TickCircle title={t('ruleMet')} /> : <Circle title={t('ruleOpen')} />}
      <span>{text}</span>
    </li>
  );
}
