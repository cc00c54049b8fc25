import { Button } from '@blueprintjs/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { knowsPasskeys } from '#web/staff/platform/passkeys/passkeys.ts';
import type { LoginInfo } from '#web/staff/platform/session/login-info.ts';
import { CodeForm } from './code-form.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import type { SecondStep } from './second-step.ts';

interface SecondStepFormProps extends SecondStep {
  readonly onSignedIn: (info: LoginInfo) => void;
  readonly onBack: () => void;
}

/** The second step of a sign-in. Moving the focus to its field or button shows that the password was accepted. */
export function SecondStepForm({ challenge, takes, onSignedIn, onBack }: SecondStepFormProps) {
  const { t } = useTranslation('auth');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>('input, button')?.focus(), []);
  const byCode = takes !== 'passkey';
  return (
    <div ref={place} className="second-step-form">
      <h2>{t('secondStep')}</h2>
      {byCode && <CodeForm challenge={challenge} onSignedIn={onSignedIn} />}
      {!byCode && <p>{knowsPasskeys() ? t('passkeyHint') : t('passkeyUnknown')}</p>}
      {takes !== 'code' && knowsPasskeys() && (
        <PasskeyButton challenge={challenge} primary={!byCode} onSignedIn={onSignedIn} />
      )}
      <Button variant="minimal" text={t('backToPassword')} onClick={onBack} />
    </div>
  );
}
