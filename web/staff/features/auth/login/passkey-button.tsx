import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import type { LoginInfo } from '#web/staff/platform/session/login-info.ts';
import { usePasskeyLogin } from './use-passkey-login.ts';

interface PasskeyButtonProps {
  /** The challenge of the first step, after a right password; absent for a passkey alone. */
  readonly challenge?: string;
  /** Read when the button is pressed. */
  readonly rememberMe?: () => boolean;
  /** True for the main action of the page. */
  readonly primary?: boolean;
  readonly onSignedIn: (info: LoginInfo) => void;
}

/** Signs in with a passkey, and shows the reason after a failure. */
export function PasskeyButton({ challenge, rememberMe, primary = false, onSignedIn }: PasskeyButtonProps) {
  const { t } = useTranslation('auth');
  const { busy, fault, signIn } = usePasskeyLogin(onSignedIn);
  return (
    <div className="passkey-button">
      <Button
        fill
        size="large"
        intent={primary ? 'primary' : 'none'}
        text={challenge === undefined ? t('signInWithPasskey') : t('usePasskey')}
        aria-disabled={busy}
        onClick={() => void signIn({ challenge, rememberMe: rememberMe?.() })}
      />
      <p role="alert">{fault}</p>
    </div>
  );
}
