import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { OwnPasswordField } from '#web/staff/features/own-password/own-password-field.tsx';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';

/**
 * The effect of a changed email: the new address gets an invitation (`invite`); the person confirms the address
 * (`confirm`), or an administrator gives their own password to change it at once (`choose`); the own account needs both
 * (`own`).
 */
export type EmailChange = 'invite' | 'confirm' | 'choose' | 'own';

interface EmailFieldProps {
  /** The effect of a change; absent for a new user. */
  readonly change?: EmailChange | undefined;
  /** The requested address that is not confirmed yet. */
  readonly pending?: string | null | undefined;
}

/** The email of a user. When it changes, the field explains what will happen and asks for the password. */
export function EmailField({ change, pending }: EmailFieldProps) {
  const { t } = useTranslation(['users', 'auth']);
  const { input, meta } = useField<string>('email', { subscription: { value: true, initial: true } });
  const initial: unknown = meta.initial;
  const moved = typeof initial === 'string' && isOther(input.value, initial);
  const hint = change === undefined ? t('emailHint') : t('emailHintEdit');
  return (
    <>
      <TextField name="email" label={t('email')} hint={hint} inputMode="email" spellCheck={false} required />
      {pending && <p className="user-note">{t('emailPending', { email: pending })}</p>}
      {change !== undefined && moved && <EmailMove change={change} />}
    </>
  );
}

const isOther = (typed: string, initial: string): boolean => typed.trim().toLowerCase() !== initial.toLowerCase();

function EmailMove({ change }: { readonly change: EmailChange }) {
  const { t } = useTranslation('users');
  return (
    <div className="user-email-move">
      <p role="status" className="user-note">
        {t(`emailMove-${change}`)}
      </p>
      {(change === 'own' || change === 'choose') && (
        <OwnPasswordField
          label={t('ownPassword')}
          hint={change === 'choose' ? t('ownPasswordHint') : undefined}
          required={change === 'own'}
        />
      )}
    </div>
  );
}
