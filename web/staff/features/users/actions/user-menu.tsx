import { Envelope, Key, Tick, Trash, Disable } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { staffName } from '#schema/staff-name.ts';
import { RowMenu, type RowAction } from '#web/staff/ui/controls/row-menu.tsx';
import type { UserRowFragment } from '#web/staff/operations.generated.ts';
import type { UserActions } from './use-user-actions.ts';
import type { UserOffers } from './user-offers.ts';

interface UserMenuProps {
  readonly user: UserRowFragment;
  readonly offers: UserOffers;
  readonly actions: UserActions;
}

/** The actions on a user that the signed-in user can take; no menu without actions. */
export function UserMenu({ user, offers, actions }: UserMenuProps) {
  const { t } = useTranslation('users');
  const all: readonly (RowAction & { readonly offered: boolean })[] = [
    {
      key: 'resend',
      offered: offers.resend,
      text: t('resendInvitation'),
      icon: <Envelope />,
      run: () => void actions.resend(user),
    },
    {
      key: 'reset',
      offered: offers.reset,
      text: t('resetPassword'),
      icon: <Key />,
      run: () => void actions.reset(user),
    },
    {
      key: 'activate',
      offered: offers.activate,
      text: t('activate'),
      icon: <Tick />,
      run: () => void actions.activate(user),
    },
    {
      key: 'deactivate',
      offered: offers.deactivate,
      text: t('deactivate'),
      icon: <Disable />,
      run: () => void actions.deactivate(user),
    },
    {
      key: 'delete',
      offered: offers.remove,
      text: t('delete'),
      icon: <Trash />,
      intent: 'danger',
      run: () => void actions.remove(user),
    },
  ];
  const items = all.flatMap(({ offered, ...item }) => (offered ? [item] : []));
  return <RowMenu label={t('actionsFor', { name: staffName(user) })} items={items} />;
}
