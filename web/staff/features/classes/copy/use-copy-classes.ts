import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import { problemOf, type ClientProblem } from '#web/shared/apollo/problem.ts';
import { messageText } from '#web/shared/i18n/message-text.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { toastUndo } from '#web/staff/ui/controls/undo.ts';
import { firstOfEach } from '#web/staff/ui/forms/form-problems.ts';
import {
  useCopyClassesMutation,
  useDeleteClassMutation,
  type ClassCopyPlanFragment,
} from '#web/staff/operations.generated.ts';
import { problemText, toastProblem } from '#web/staff/platform/toasts/problem-toast.ts';
import type { CopyInclude } from './copy-values.ts';

type Copy = NonNullable<ClassCopyPlanFragment['class']>;

/** Copies several classes: a dry run after every change of the options, then the copies, with Undo. */
export function useCopyClasses(ids: () => Promise<readonly string[]>, include: CopyInclude) {
  const { t } = useTranslation('classes');
  const [copy] = useCopyClassesMutation(ownProblems);
  const [deleteClass] = useDeleteClassMutation(ownProblems);
  const chosen = useRef(ids);
  const [plans, setPlans] = useState<readonly ClassCopyPlanFragment[]>();
  const [made, setMade] = useState<readonly Copy[]>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    let outdated = false;
    async function tryOut(): Promise<void> {
      const { data } = await copy({
        variables: { input: { ids: [...(await chosen.current())], include, dryRun: true } },
      });
      if (outdated) return;
      setPlans(data && unmask<ClassCopyPlanFragment>(data.copyClasses));
      setProblem(undefined);
    }
    tryOut().catch((error: unknown) => !outdated && setProblem(firstProblem(problemOf(error))));
    return () => {
      outdated = true;
    };
  }, [copy, include]);

  async function make(): Promise<void> {
    setBusy(true);
    try {
      const { data } = await copy({
        variables: { input: { ids: [...(await chosen.current())], include, dryRun: false } },
      });
      const copies = unmask<ClassCopyPlanFragment>(data?.copyClasses ?? []).flatMap((one) => one.class ?? []);
      setMade(copies);
      toastUndo({ message: t('copied', { count: copies.length }), undo: () => takeBack(copies) });
    } catch (error) {
      toastProblem(problemOf(error));
    }
    setBusy(false);
  }

  async function takeBack(copies: readonly Copy[]): Promise<void> {
    for (const { id } of copies) await deleteClass({ variables: { id } });
    setMade(undefined);
  }

  return { plans, made, problem, busy, make };
}

/** The text of a refusal. "Too many at once" belongs to a field of the API, which this dialog does not show. */
export function firstProblem(problem: ClientProblem): string {
  const [key] = Object.values(firstOfEach(problem.fields ?? {}));
  return (key && messageText(key)) ?? problemText(problem);
}
