import { Button } from '@blueprintjs/core';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { networkOnly } from '#web/staff/platform/apollo/freshness.ts';
import { collectIds, type Selection } from '#web/staff/ui/lists/selection.ts';
import { UserIdsDocument, type UserIdsQuery } from '#web/staff/operations.generated.ts';
import { useManyUsers } from './use-many-users.ts';
import { variablesOf, type UserListState } from './user-list-query.ts';

/** The ids of all users that match the list's filter. Their statuses go into the cache. */
export function useAllUserIds(state: UserListState): () => Promise<readonly string[]> {
  const client = useApolloClient();
  return () =>
    collectIds(async (page) => {
      const { data } = await client.query<UserIdsQuery>({
        query: UserIdsDocument,
        variables: { ...variablesOf(state), page },
        ...networkOnly,
      });
      return data?.users ?? { items: [], totalCount: 0 };
    });
}

/** The buttons for the ticked users. */
export function UserBulk({ selection }: { readonly selection: Selection }) {
  const { t } = useTranslation('users');
  const many = useManyUsers();
  const [busy, setBusy] = useState(false);

  const act = (action: (ids: readonly string[]) => Promise<void>) => async () => {
    setBusy(true);
    try {
      await action(await selection.ids());
      selection.clear();
    } catch {
      // The error link has shown the problem; the ticks stay for another try.
      setBusy(false);
    }
  };

  return (
    <>
      <Button text={t('resendMany')} disabled={busy} onClick={() => void act(many.resend)()} />
      <Button text={t('activate')} disabled={busy} onClick={() => void act(many.activate)()} />
      <Button text={t('deactivate')} disabled={busy} onClick={() => void act(many.deactivate)()} />
    </>
  );
}
