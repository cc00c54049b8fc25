import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { messageText } from '#web/shared/i18n/message-text.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { toastUndo } from '#web/staff/ui/controls/undo.ts';
import {
  useExtendClassesMutation,
  useSetClassStatusesMutation,
  type ClassStatus,
} from '#web/staff/operations.generated.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { classesBefore, groupedBy, type BulkOutcome, type ClassBefore } from './class-cache.ts';

type Ids = readonly string[];

interface ClassChanges {
  readonly setStatuses: (ids: Ids, status: ClassStatus) => Promise<void>;
  readonly extend: (ids: Ids, endDate: string) => Promise<void>;
}

const context = ownProblems.context;

/** Changes one or many classes. Each change shows a toast with Undo for the changed rows. */
export function useClassChanges(): ClassChanges {
  const { t } = useTranslation('classes');
  const client = useApolloClient();
  const [sendStatuses] = useSetClassStatusesMutation();
  const [sendExtension] = useExtendClassesMutation();

  async function statuses(ids: Ids, status: ClassStatus, how = {}): Promise<readonly BulkOutcome[]> {
    const { data } = await sendStatuses({ variables: { input: { ids: [...ids], status } }, ...how });
    return data?.setClassStatuses ?? [];
  }

  async function extension(ids: Ids, endDate: string, how = {}): Promise<readonly BulkOutcome[]> {
    const { data } = await sendExtension({ variables: { input: { ids: [...ids], endDate } }, ...how });
    return data?.extendClasses ?? [];
  }

  /** The toast says how many classes changed and why others did not, and offers Undo. */
  function tell(results: readonly BulkOutcome[], changed: (count: number) => string, undo: () => Promise<void>): void {
    const stayed = results.filter(({ messageKey }) => messageKey !== null);
    const done = results.length - stayed.length;
    const [first] = stayed;
    if (first?.messageKey) {
      const reason = messageText(first.messageKey) ?? first.messageKey;
      showToast({
        message: t('someStayed', { count: stayed.length, reason }),
        severity: 'warning',
        autoHideDuration: 5000,
      });
    }
    if (done > 0) toastUndo({ message: changed(done), undo });
  }

  const changedRows = (before: readonly ClassBefore[], results: readonly BulkOutcome[]) => {
    const done = new Set(results.filter(({ messageKey }) => messageKey === null).map(({ id }) => id));
    return before.filter(({ id }) => done.has(id));
  };

  return {
    async setStatuses(ids, status) {
      const before = await classesBefore(client, ids);
      const results = await statuses(ids, status);
      tell(
        results,
        (count) => t(status === 'INACTIVE' ? 'archived' : 'activated', { count }),
        async () => {
          for (const [was, theirs] of groupedBy(changedRows(before, results), (row) => row.status))
            await statuses(theirs, was, { context });
        },
      );
    },
    async extend(ids, endDate) {
      const before = await classesBefore(client, ids, { context });
      const results = await extension(ids, endDate, { context });
      tell(
        results,
        (count) => t('extended', { count }),
        async () => {
          for (const [was, theirs] of groupedBy(changedRows(before, results), (row) => row.endDate))
            await extension(theirs, was, { context });
        },
      );
    },
  };
}
