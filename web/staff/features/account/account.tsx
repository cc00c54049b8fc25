import { useTranslation } from 'react-i18next';
import { staffName } from '#schema/staff-name.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import { useLoginInfo } from '#web/staff/platform/session/login-info.ts';
import { ChangePassword } from './change-password.tsx';
import { OwnAccount } from './own-account.tsx';
import { PasskeyPanel } from './passkeys/passkey-panel.tsx';
import { SecondStep } from './second-step/second-step.tsx';
import { SessionList } from './session-list.tsx';
import './account.css';

export const loader = words('account', 'auth', 'forms', 'lists', 'users');

/** One's own account: name, mail language, sessions, second step and password. */
export function Component() {
  const { t } = useTranslation(['account', 'shell']);
  const info = useLoginInfo();
  useTitle(t('title'));
  return (
    <>
      <header className="page-header">
        <h1>{t('title')}</h1>
      </header>
      {info && (
        <p>
          <strong>{staffName(info)}</strong> · {t(`shell.role${info.role}`)}
        </p>
      )}
      <OwnAccount />
      <SessionList />
      <SecondStep />
      <PasskeyPanel />
      <ChangePassword />
    </>
  );
}
