import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { staffName } from '#schema/staff-name.ts';
import type { Masked } from '#web/shared/apollo/masks.ts';
import { paths } from '#web/paths.ts';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { maskedColumns } from '#web/staff/ui/lists/masked-columns.ts';
import type { Column } from '#web/staff/ui/lists/list-table.tsx';
import type { UserRowFragment, UserSortField } from '#web/staff/operations.generated.ts';
import { useOwnId } from '#web/staff/platform/session/login-info.ts';
import { useUserActions } from '#web/staff/features/users/actions/use-user-actions.ts';
import { UserMenu } from '#web/staff/features/users/actions/user-menu.tsx';
import { offersFor } from '#web/staff/features/users/actions/user-offers.ts';
import { UserStatusCell } from '#web/staff/features/users/user-status.tsx';
import { roleWords } from '#web/staff/features/users/user-words.ts';

/** The columns of the list; the row opens by its name. */
export function useUserColumns(): readonly Column<Masked<UserRowFragment>, UserSortField>[] {
  const { t, i18n } = useTranslation(['users', 'shell']);
  const ownId = useOwnId();
  const actions = useUserActions();
  const mayResend = (row: UserRowFragment) => offersFor(row, ownId).resend;
  return maskedColumns<UserRowFragment, UserSortField>([
    {
      key: 'name',
      title: t('name'),
      sortField: 'NAME',
      cell: (row) => <Link to={paths.userDetail(row.id)}>{staffName(row)}</Link>,
    },
    {
      key: 'email',
      isNamed: true,
      title: t('email'),
      sortField: 'EMAIL',
      cell: (row) => <span className="user-email">{row.email}</span>,
    },
    { key: 'role', title: t('role'), sortField: 'ROLE', cell: (row) => t(`shell.${roleWords[row.role]}`) },
    {
      key: 'status',
      title: t('status'),
      sortField: 'STATUS',
      cell: (row) => (
        <UserStatusCell user={row} onResend={mayResend(row) ? () => void actions.resend(row) : undefined} />
      ),
    },
    {
      key: 'lastSignIn',
      title: t('lastSignIn'),
      sortField: 'LAST_SIGN_IN',
      cell: ({ lastSignInAt }) =>
        lastSignInAt ? instantInWords(lastSignInAt, i18n.language) : <span className="user-never">{t('never')}</span>,
    },
    {
      key: 'actions',
      title: t('actions'),
      isActions: true,
      cell: (row) => <UserMenu user={row} offers={offersFor(row, ownId)} actions={actions} />,
    },
  ]);
}
