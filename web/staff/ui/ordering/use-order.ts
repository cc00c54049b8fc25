import type { ApolloCache } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { isSessionEnd } from '#web/staff/platform/session/login-info.ts';
import { toastUndo } from '#web/staff/ui/controls/undo.ts';
import { toastProblem } from '#web/staff/platform/toasts/problem-toast.ts';
import { dismissToast, showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { changeOrder } from './order-queue.ts';
import type { Move } from './ordered-list.tsx';

/** Something whose parts can be put into another order. */
export interface Ordered {
  /** Names it among all that can be ordered. */
  readonly key: string;
  /** Puts the cache's list into an order. */
  readonly show: (cache: ApolloCache, ids: readonly string[]) => void;
  /** Has an order stored; it answers to the version that the cache holds. */
  readonly send: (ids: readonly string[]) => Promise<void>;
  /** Reads the order anew. */
  readonly reload: () => Promise<unknown>;
}

/** Moves of one row, one after the other: pressing "down" five times is one change to take back. */
interface Series extends Move {
  /** The toast that offers to take it back. */
  readonly toast?: number;
}

/** What refuses an order that others have changed meanwhile, and one without what others have added. */
const outdated = ['messages.changedMeanwhile', 'messages.orderIncomplete'];

/** Moves a row: seen at once, stored, taken back by Undo; put back with a word when it was refused. */
export function useOrder({ key, show, send, reload }: Ordered): (move: Move) => void {
  const { t } = useTranslation('lists');
  const { cache } = useApolloClient();
  const series = useRef<Series>(null);

  const store = (ids: readonly string[]) => changeOrder({ key, cache, ids, show, send });

  /** Says what became of the rows, beside why. */
  async function explain(messageKey: string | undefined): Promise<void> {
    const isOutdated = outdated.includes(messageKey ?? '');
    if (isOutdated) await reload();
    const message = t(isOutdated ? 'orderReloaded' : 'orderPutBack');
    showToast({ message, severity: 'warning', autoHideDuration: 5_000 });
  }

  async function takeBack(ids: readonly string[]): Promise<void> {
    series.current = null;
    try {
      await store(ids);
    } catch (error) {
      await explain(problemOf(error).messageKey);
      throw error;
    }
  }

  // Moves that came while one was under way are stored with it: the last of them is told.
  function offerUndo(): void {
    const done = series.current;
    if (done === null) return;
    const { name, position, before } = done;
    const toast = toastUndo({ message: t('orderChanged', { name, position }), undo: () => takeBack(before) });
    series.current = { ...done, toast };
  }

  async function move(made: Move): Promise<void> {
    const current = series.current;
    if (current?.toast !== undefined) dismissToast(current.toast);
    series.current = { ...made, before: current?.id === made.id ? current.before : made.before };
    try {
      if (await store(made.after)) offerUndo();
    } catch (error) {
      series.current = null;
      const problem = problemOf(error);
      if (isSessionEnd(problem)) return;
      toastProblem(problem);
      await explain(problem.messageKey);
    }
  }

  return (made) => void move(made);
}
