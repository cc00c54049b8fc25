import { CaretDown, LogOut } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { staffName } from '#schema/staff-name.ts';
import type { LoginInfo } from '#web/staff/platform/session/login-info.ts';
import { hasUnsavedWork } from '#web/staff/platform/unsaved-work.ts';
import { Confirm } from '#web/staff/ui/controls/confirm.tsx';
import { DropdownMenu } from '#web/staff/ui/controls/dropdown-menu.tsx';

interface AccountMenuProps {
  readonly info: LoginInfo;
  readonly onLogOut: () => void;
}

/** The signed-in user's name, with a menu to sign out. */
export function AccountMenu({ info, onLogOut }: AccountMenuProps) {
  const { t } = useTranslation(['shell', 'forms']);
  const [asking, setAsking] = useState(false);
  const name = staffName(info);
  const initials = name
    .split(' ')
    .map((part) => [...part][0])
    .join('');
  return (
    <>
      <DropdownMenu
        label={t('account', { name })}
        button={
          <>
            <span className="avatar" data-initials={initials} aria-hidden="true" />
            <span className="account-name">{name}</span>
            <CaretDown className="account-caret" />
          </>
        }
        header={
          <p className="account-header">
            <strong>{name}</strong>
            <span>{t(`role${info.role}`)}</span>
          </p>
        }
        choices={[
          {
            key: 'logOut',
            text: t('logOut'),
            icon: <LogOut />,
            onChoose: () => (hasUnsavedWork() ? setAsking(true) : onLogOut()),
          },
        ]}
      />
      <Confirm
        isOpen={asking}
        title={t('forms.unsavedTitle')}
        text={t('forms.unsavedText')}
        confirmText={t('logOut')}
        cancelText={t('forms.stay')}
        onConfirm={onLogOut}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
