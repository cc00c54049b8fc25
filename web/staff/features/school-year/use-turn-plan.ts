import { useEffect, useState } from 'react';
import { problemOf, type ClientProblem } from '#web/shared/apollo/problem.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { noCache } from '#web/staff/platform/apollo/freshness.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { usePlanSchoolYearTurnMutation, type SchoolYearTurnPlanFragment } from '#web/staff/operations.generated.ts';
import { inputOf, type TurnDraft } from './turn-draft.ts';

/** Milliseconds after the last change (section 9). */
const debounce = 500;

/** A plan with the draft and the attempt that it was requested for. */
interface Answer {
  readonly plan: SchoolYearTurnPlanFragment;
  readonly draft: TurnDraft;
  readonly attempt: number;
}

/**
 * The plan for the draft, by a debounced dry run that writes nothing. No request is sent before `isWanted`.
 * `isCurrent` is true if the plan belongs to the present draft; `busy` is true while that plan is loading.
 */
export function useTurnPlan(draft: TurnDraft, isWanted: boolean) {
  const [ask] = usePlanSchoolYearTurnMutation({ ...ownProblems, ...noCache });
  const [answer, setAnswer] = useState<Answer>();
  const [problem, setProblem] = useState<ClientProblem>();
  const [attempt, setAttempt] = useState(0);
  const isEmpty = draft.classIds.length === 0;

  useEffect(() => {
    if (!isWanted || draft.classIds.length === 0) return undefined;
    let outdated = false;
    const timer = setTimeout(() => {
      ask({ variables: { input: inputOf(draft) } }).then(
        ({ data }) => {
          if (outdated || !data) return;
          const plan = unmask<SchoolYearTurnPlanFragment>(data.planSchoolYearTurn);
          setAnswer({ plan, draft, attempt });
          setProblem(undefined);
        },
        (error: unknown) => !outdated && setProblem(problemOf(error)),
      );
    }, debounce);
    return () => {
      outdated = true;
      clearTimeout(timer);
    };
  }, [ask, draft, attempt, isWanted]);

  const isCurrent = answer?.draft === draft && answer.attempt === attempt;
  return {
    plan: isEmpty ? undefined : answer?.plan,
    /** The draft that the plan belongs to; `missingClasses` are places in its classes. */
    planned: answer?.draft,
    problem,
    isCurrent,
    busy: isWanted && !isEmpty && !isCurrent && problem === undefined,
    again: () => setAttempt(attempt + 1),
  };
}

/** A class of the ending year, with its next class. */
export type PlannedClass = SchoolYearTurnPlanFragment['classes'][number];
export type TurnedStudent = SchoolYearTurnPlanFragment['students'][number];
export type TurnPlanControl = ReturnType<typeof useTurnPlan>;
