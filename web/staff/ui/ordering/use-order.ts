import type { ApolloCache } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf, type ClientProblem } from '#web/shared/apollo/problem.ts';
import { isSessionEnd } from '#web/staff/platform/session/login-info.ts';
import { toastUndo } from '#web/staff/ui/controls/undo.ts';
import { toastProblem } from '#web/staff/platform/toasts/problem-toast.ts';
import { dismissToast, showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { changeOrder } from './order-queue.ts';
import type { Move } from './ordered-list.tsx';

/** A list whose order users can change. */
export interface Ordered {
  /** The list's key, unique among all ordered lists. */
  readonly key: string;
  /** Puts the cache's list into the given order. */
  readonly show: (cache: ApolloCache, ids: readonly string[]) => void;
  /** Sends an order to the server, based on the version in the cache. */
  readonly send: (ids: readonly string[]) => Promise<void>;
  /** Reads the order again from the server. */
  readonly reload: () => Promise<unknown>;
}

/** Consecutive moves of one row. One Undo takes all of them back, such as five presses of "down". */
interface Series extends Move {
  /** The id of the toast that offers Undo. */
  readonly toast?: number;
}

/** After a colleague's change of the list, a further move of the row begins a series of its own. */
const continues = (series: Series, made: Move): boolean =>
  series.id === made.id && series.after.join() === made.before.join();

/** The refusals after another person changed the order, and after another person added rows that the order lacks. */
const outdated = ['messages.changedMeanwhile', 'messages.orderIncomplete'];

const isOutdated = ({ messageKey = '' }: ClientProblem) => outdated.includes(messageKey);

/** An incomplete order is an error of the field with the ids, so the key of that field is the reason to show. */
function orderProblemOf(error: unknown): ClientProblem {
  const problem = problemOf(error);
  const ofFields = Object.values(problem.fields ?? {}).flat();
  return { ...problem, messageKey: ofFields.find((key) => outdated.includes(key)) ?? problem.messageKey };
}

/** Moves a row by an optimistic update and offers Undo. After a refusal the row moves back, and a toast says why. */
export function useOrder({ key, show, send, reload }: Ordered): (move: Move) => void {
  const { t } = useTranslation('lists');
  const { cache } = useApolloClient();
  const series = useRef<Series>(null);

  const store = (ids: readonly string[]) => changeOrder({ key, cache, ids, show, send });

  /** Tells whether the rows were put back or reloaded. The reason has its own toast. */
  async function explain(problem: ClientProblem): Promise<void> {
    if (isOutdated(problem)) await reload();
    const message = t(isOutdated(problem) ? 'orderReloaded' : 'orderPutBack');
    showToast({ message, severity: 'warning', autoHideDuration: 5_000 });
  }

  async function takeBack(ids: readonly string[]): Promise<void> {
    series.current = null;
    try {
      await store(ids);
    } catch (error) {
      await explain(orderProblemOf(error));
      throw error;
    }
  }

  // Moves made during a request are stored together with it, so the toast names the last move.
  function offerUndo(): void {
    const done = series.current;
    if (done === null) return;
    const { name, position, before } = done;
    const message = t('orderChanged', { name, position });
    const toast = toastUndo({ message, undo: () => takeBack(before), problemIn: orderProblemOf });
    series.current = { ...done, toast };
  }

  async function move(made: Move): Promise<void> {
    const current = series.current;
    if (current?.toast !== undefined) dismissToast(current.toast);
    series.current = { ...made, before: current && continues(current, made) ? current.before : made.before };
    try {
      if (await store(made.after)) offerUndo();
    } catch (error) {
      series.current = null;
      const problem = orderProblemOf(error);
      if (isSessionEnd(problem)) return;
      toastProblem(problem);
      await explain(problem);
    }
  }

  return (made) => void move(made);
}
