import { useEffect, useState } from 'react';
import { unmask } from '#web/shared/apollo/masks.ts';
import { problemOf, type ClientProblem } from '#web/shared/apollo/problem.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { ScreenLoading } from '#web/staff/ui/controls/screen-loading.tsx';
import { ListProblem } from '#web/staff/ui/lists/list-states.tsx';
import {
  useCopyClassMutation,
  type ClassCopyPlanFragment,
  type ClassDetailFragment,
} from '#web/staff/operations.generated.ts';
import { CopyForm } from './copy-form.tsx';

interface ClassCopyProps {
  readonly found: ClassDetailFragment;
  readonly onCancel: () => void;
}

/** Copies a class to the next year: loads the server's proposal, then shows the form. */
export function ClassCopy({ found, onCancel }: ClassCopyProps) {
  const [propose] = useCopyClassMutation(ownProblems);
  const [plan, setPlan] = useState<ClassCopyPlanFragment>();
  const [problem, setProblem] = useState<ClientProblem>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let left = false;
    propose({ variables: { input: { id: found.id, dryRun: true } } }).then(
      ({ data }) => !left && setPlan(data && unmask<ClassCopyPlanFragment>(data.copyClass)),
      (error: unknown) => !left && setProblem(problemOf(error)),
    );
    return () => {
      left = true;
    };
  }, [propose, found.id, attempt]);

  function retry(): void {
    setProblem(undefined);
    setAttempt(attempt + 1);
  }

  if (plan) return <CopyForm found={found} proposal={plan} onCancel={onCancel} />;
  if (problem) return <ListProblem problem={problem} onRetry={retry} />;
  return <ScreenLoading />;
}
