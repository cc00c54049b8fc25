import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import { problemOf, type ClientProblem } from '#web/shared/apollo/problem.ts';
import { messageText } from '#web/shared/i18n/message-text.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { forgetStale, staleLater } from '#web/staff/platform/apollo/stale-link.ts';
import { effects } from '#web/staff/platform/apollo/stale-lists.ts';
import { toastUndo } from '#web/staff/ui/controls/undo.ts';
import { firstOfEach } from '#web/staff/ui/forms/form-problems.ts';
import { useIdempotencyKey } from '#web/shared/use-idempotency-key.ts';
import {
  useCopyClassesMutation,
  useDeleteClassMutation,
  type ClassCopyPlanFragment,
} from '#web/staff/operations.generated.ts';
import { problemText, toastProblem } from '#web/staff/platform/toasts/problem-toast.ts';
import type { CopyInclude } from './copy-values.ts';

type Copy = NonNullable<ClassCopyPlanFragment['class']>;

/** The plans of a dry run, with the classes and the options that they are for. */
interface Preview {
  readonly ids: readonly string[];
  readonly include: CopyInclude;
  readonly plans: readonly ClassCopyPlanFragment[];
}

/** Why a dry run with these options failed. */
interface Refusal {
  readonly include: CopyInclude;
  readonly text: string;
}

interface TakenBack {
  readonly remaining: readonly Copy[];
  /** Why the first of the remaining copies was not deleted. */
  readonly refusal: Error | undefined;
}

/** Copies several classes: a dry run after every change of the options, then the copies, with Undo. */
export function useCopyClasses(ids: () => Promise<readonly string[]>, include: CopyInclude) {
  const { t } = useTranslation('classes');
  const [copy] = useCopyClassesMutation(ownProblems);
  const [deleteClass] = useDeleteClassMutation(ownProblems);
  const client = useApolloClient();
  const choose = useRef(ids);
  const chosen = useRef<Promise<readonly string[]>>(undefined);
  const [preview, setPreview] = useState<Preview>();
  const [made, setMade] = useState<readonly Copy[]>();
  const [refusal, setRefusal] = useState<Refusal>();
  const [busy, setBusy] = useState(false);
  // After Undo, the same key would name the deleted copies.
  const [undone, setUndone] = useState(0);
  const withKey = useIdempotencyKey(undone);

  useEffect(() => {
    let outdated = false;
    async function tryOut(): Promise<void> {
      // Once: after a lost answer, "all matching" would bring the new copies too.
      chosen.current ??= choose.current();
      const ids = [...(await chosen.current)];
      const { data } = await copy({ variables: { input: { ids, include, dryRun: true } } });
      if (outdated) return;
      setPreview(data && { ids, include, plans: unmask<ClassCopyPlanFragment>(data.copyClasses) });
      setRefusal(undefined);
    }
    tryOut().catch((error: unknown) => {
      chosen.current = undefined;
      if (!outdated) setRefusal({ include, text: firstProblem(problemOf(error)) });
    });
    return () => {
      outdated = true;
    };
  }, [copy, include]);

  async function make(): Promise<void> {
    if (preview === undefined) return;
    setBusy(true);
    try {
      const input = withKey({ ids: [...preview.ids], include: preview.include, dryRun: false });
      const { data } = await copy({ variables: { input } });
      const copies = unmask<ClassCopyPlanFragment>(data?.copyClasses ?? []).flatMap((one) => one.class ?? []);
      setMade(copies);
      let left: readonly Copy[] = copies;
      toastUndo({
        message: t('copied', { count: copies.length }),
        undo: async () => {
          const { remaining, refusal } = await takeBack(copies);
          left = remaining;
          if (refusal) throw refusal;
        },
        problemIn: (error) => {
          const problem = problemOf(error);
          const detail = t('copiesLeft', { count: left.length, reason: problemText(problem) });
          return { ...problem, messageKey: undefined, detail };
        },
      });
    } catch (error) {
      toastProblem(problemOf(error));
    }
    setBusy(false);
  }

  /** Deletes the copies. A copy that a colleague has deleted meanwhile needs no deletion. */
  async function takeBack(copies: readonly Copy[]): Promise<TakenBack> {
    const gone: string[] = [];
    let refusal: Error | undefined;
    for (const { id } of copies) {
      try {
        await deleteClass({ variables: { id }, context: { ...ownProblems.context, ...staleLater } });
        gone.push(id);
      } catch (error) {
        const { status } = problemOf(error);
        if (status === 404) gone.push(id);
        else refusal ??= error instanceof Error ? error : new Error(String(error));
        // Any other problem than the refusal of one class would affect all classes.
        if (![403, 404, 409].includes(status)) break;
      }
    }
    forgetStale(client, effects.DeleteClass, gone);
    const remaining = copies.filter(({ id }) => !gone.includes(id));
    setMade(remaining.length > 0 ? remaining : undefined);
    if (gone.length > 0) setUndone((before) => before + 1);
    return { remaining, refusal };
  }

  return {
    plans: preview?.plans,
    isCurrent: preview?.include === include,
    problem: refusal?.include === include ? refusal.text : undefined,
    made,
    busy,
    make,
  };
}

/** The text of a refusal. "Too many at once" belongs to a field of the API, which this dialog does not show. */
export function firstProblem(problem: ClientProblem): string {
  const [key] = Object.values(firstOfEach(problem.fields ?? {}));
  return (key && messageText(key)) ?? problemText(problem);
}
