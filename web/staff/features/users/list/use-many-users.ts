import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { messageText } from '#web/shared/i18n/message-text.ts';
import { noCache } from '#web/staff/platform/apollo/freshness.ts';
import { rowsOf } from '#web/staff/ui/lists/selection.ts';
import { toastUndo } from '#web/staff/ui/controls/undo.ts';
import {
  UsersBeforeChangeDocument,
  UserStandingFragmentDoc,
  useResendInvitationsMutation,
  useSetUserStatusesMutation,
  type ResendInvitationsMutation,
  type UsersBeforeChangeQuery,
  type UserStandingFragment,
  type UserStatus,
} from '#web/staff/operations.generated.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';

type Results = ResendInvitationsMutation['resendInvitations'];

/** The actions on many users. One toast says how many changed, and why the others did not. */
interface ManyUsers {
  readonly resend: (ids: readonly string[]) => Promise<void>;
  readonly activate: (ids: readonly string[]) => Promise<void>;
  readonly deactivate: (ids: readonly string[]) => Promise<void>;
}

export function useManyUsers(): ManyUsers {
  const { t } = useTranslation('users');
  const client = useApolloClient();
  const [resendInvitations] = useResendInvitationsMutation();
  const [setStatuses] = useSetUserStatusesMutation();

  const usersBefore = (ids: readonly string[]) =>
    rowsOf<Pick<UserStandingFragment, 'id' | 'status'>>({
      ids,
      cached: (id) =>
        client.cache.readFragment<UserStandingFragment>({
          id: client.cache.identify({ __typename: 'User', id }) ?? id,
          fragment: UserStandingFragmentDoc,
          fragmentName: 'UserStanding',
        }),
      read: async (missing) => {
        const query = UsersBeforeChangeDocument;
        const { data } = await client.query<UsersBeforeChangeQuery>({
          query,
          variables: { ids: missing },
          ...noCache,
        });
        return data?.usersById ?? [];
      },
    });

  // Users who already have the status are left out, so that Undo changes only the others. Deleted users are sent too,
  // so that the answer gives the reason.
  async function set(ids: readonly string[], status: UserStatus, from: (before: UserStatus) => boolean) {
    const leftOut = (await usersBefore(ids)).filter((user) => !from(user.status)).map(({ id }) => id);
    const wanted = ids.filter((id) => !leftOut.includes(id));
    if (wanted.length === 0) return undefined;
    const { data } = await setStatuses({ variables: { input: { status, ids: wanted } } });
    return data?.setUserStatuses;
  }

  function say(results: Results | undefined, done: string, undo?: () => Promise<void>): void {
    const reasons = reasonsOf(results);
    const message = [results && results.changed > 0 ? done : t('noneChanged'), ...reasons].join(' ');
    if (undo && results && results.changed > 0) toastUndo({ message, undo });
    else showToast({ message, severity: reasons.length > 0 ? 'warning' : 'success', autoHideDuration: 6000 });
  }

  function reasonsOf(results: Results | undefined): string[] {
    if (results === undefined || results.refused === 0) return [];
    const keys = new Set(results.results.flatMap(({ messageKey }) => messageKey ?? []));
    return [t('leftOut', { count: results.refused }), ...[...keys].map((key) => messageText(key) ?? key)];
  }

  async function activate(ids: readonly string[]): Promise<void> {
    const results = await set(ids, 'ACTIVED', (before) => before === 'DEACTIVATED');
    say(results, t('activatedMany', { count: results?.changed ?? 0 }));
  }

  return {
    activate,
    resend: async (ids) => {
      const { data } = await resendInvitations({ variables: { ids: [...ids] } });
      const results = data?.resendInvitations;
      say(results, t('resentMany', { count: results?.changed ?? 0 }));
    },
    deactivate: async (ids) => {
      const results = await set(ids, 'DEACTIVATED', (before) => before !== 'DEACTIVATED');
      const changed = results?.results.flatMap(({ id, messageKey }) => (messageKey === null ? [id] : [])) ?? [];
      say(results, t('deactivatedMany', { count: results?.changed ?? 0 }), async () => {
        await setStatuses({ variables: { input: { status: 'ACTIVED', ids: changed } } });
      });
    },
  };
}
