import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';

/** A code of the authenticator app, or a recovery code instead of it. The form has it as `code`. */
export function CodeField() {
  const { t } = useTranslation('auth');
  const [recovers, setRecovers] = useState(false);
  return (
    <div className="code-field">
      {recovers ? (
        <TextField name="code" label={t('recoveryCode')} hint={t('recoveryCodeHint')} spellCheck={false} required />
      ) : (
        <AppCodeField />
      )}
      <Button
        variant="minimal"
        text={recovers ? t('useApp') : t('useRecoveryCode')}
        onClick={() => setRecovers(!recovers)}
      />
    </div>
  );
}

/** The six digits that the app shows; phones offer digits. */
export function AppCodeField() {
  const { t } = useTranslation('auth');
  return (
    <TextField
      name="code"
      label={t('appCode')}
      hint={t('appCodeHint')}
      autoComplete="one-time-code"
      inputMode="numeric"
      spellCheck={false}
      required
    />
  );
}
