import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { staffName } from '#schema/staff-name.ts';
import { toastUndo } from '#web/staff/ui/controls/undo.ts';
import {
  useDeleteUserMutation,
  useResendInvitationMutation,
  useResetUserPasswordMutation,
  useRestoreUserMutation,
  useSetUserStatusMutation,
  type UserRowFragment,
} from '#web/staff/operations.generated.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';

type Target = Pick<UserRowFragment, 'id' | 'firstName' | 'lastName' | 'email'>;

/** The actions on one user. Each shows a toast, and resolves with true when it succeeded. */
export interface UserActions {
  readonly resend: (user: Target) => Promise<boolean>;
  readonly reset: (user: Target) => Promise<boolean>;
  readonly deactivate: (user: Target) => Promise<boolean>;
  readonly activate: (user: Target) => Promise<boolean>;
  readonly remove: (user: Target) => Promise<boolean>;
}

/** The actions on users. A user whose action is not answered yet takes no further action. */
export function useUserActions(): UserActions {
  const { t } = useTranslation('users');
  const [underWay] = useState(() => new Set<string>());
  const [resendInvitation] = useResendInvitationMutation();
  const [resetPassword] = useResetUserPasswordMutation();
  const [setStatus] = useSetUserStatusMutation();
  const [deleteUser] = useDeleteUserMutation();
  const [restoreUser] = useRestoreUserMutation();
  const tell = (message: string) => showToast({ message, severity: 'success' });

  async function activate(user: Target): Promise<void> {
    const { data } = await setStatus({ variables: { input: { id: user.id, status: 'ACTIVED' } } });
    // Activating a user who never set a password restores the status "invited".
    const word = data?.setUserStatus.status === 'INVITED' ? 'invitedAgain' : 'activatedDone';
    tell(t(word, { name: staffName(user) }));
  }

  // A second press would send a second mail, or delete a user who is deleted already.
  const done =
    (act: (user: Target) => Promise<void>) =>
    async (user: Target): Promise<boolean> => {
      if (underWay.has(user.id)) return false;
      underWay.add(user.id);
      try {
        await act(user);
        return true;
      } catch {
        // The error link has shown the problem.
        return false;
      } finally {
        underWay.delete(user.id);
      }
    };

  return {
    resend: done(async ({ id, email }) => {
      await resendInvitation({ variables: { id } });
      tell(t('resent', { email }));
    }),
    reset: done(async ({ id, email }) => {
      await resetPassword({ variables: { id } });
      tell(t('resetSent', { email }));
    }),
    deactivate: done(async (user) => {
      await setStatus({ variables: { input: { id: user.id, status: 'DEACTIVATED' } } });
      toastUndo({ message: t('deactivatedDone', { name: staffName(user) }), undo: () => activate(user) });
    }),
    activate: done(activate),
    remove: done(async (user) => {
      await deleteUser({ variables: { id: user.id } });
      toastUndo({
        message: t('deleted', { name: staffName(user) }),
        undo: async () => void (await restoreUser({ variables: { id: user.id } })),
      });
    }),
  };
}
