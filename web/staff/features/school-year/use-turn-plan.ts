import { useEffect, useState } from 'react';
import { problemOf, type ClientProblem } from '#web/shared/apollo/problem.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { neverKept } from '#web/staff/platform/apollo/freshness.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { usePlanSchoolYearTurnMutation, type SchoolYearTurnPlanFragment } from '#web/staff/operations.generated.ts';
import { inputOf, type TurnDraft } from './turn-draft.ts';

/** Milliseconds after the last change (section 9). */
const debounce = 500;

/** A plan, and what it answers. */
interface Answer {
  readonly plan: SchoolYearTurnPlanFragment;
  readonly draft: TurnDraft;
  readonly attempt: number;
}

/**
 * The plan of what is chosen, once `isWanted`: the server makes it and writes nothing. `isCurrent` when it is the plan of the present draft;
 * `busy` while the server is asked for that one.
 */
export function useTurnPlan(draft: TurnDraft, isWanted: boolean) {
  const [ask] = usePlanSchoolYearTurnMutation({ ...ownProblems, ...neverKept });
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
    problem,
    isCurrent,
    busy: isWanted && !isEmpty && !isCurrent && problem === undefined,
    again: () => setAttempt(attempt + 1),
  };
}

/** A class of the ending year, with the one that follows it. */
export type PlannedClass = SchoolYearTurnPlanFragment['classes'][number];
export type TurnedStudent = SchoolYearTurnPlanFragment['students'][number];
export type TurnPlanControl = ReturnType<typeof useTurnPlan>;
