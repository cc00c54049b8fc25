import { Button } from '@blueprintjs/core';
import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { useWhileHere } from '#web/staff/platform/while-here.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { toastProblem } from '#web/staff/platform/toasts/problem-toast.ts';
import { toastUndo } from '#web/staff/ui/controls/undo.ts';
import { useIdempotencyKey } from '#web/shared/use-idempotency-key.ts';
import {
  useTakeSchoolYearTurnBackMutation,
  useTurnSchoolYearMutation,
  type SchoolYearTurnFragment,
  type SchoolYearTurnPlanFragment,
} from '#web/staff/operations.generated.ts';
import { inputOf, type TurnDraftControl } from './turn-draft.ts';
import { TurnProblems } from './turn-problems.tsx';
import type { TurnPlanControl } from './use-turn-plan.ts';

interface CheckTurnProps {
  readonly plan: SchoolYearTurnPlanFragment;
  readonly control: TurnDraftControl;
  readonly turn: TurnPlanControl;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** The summary of the plan, and the button that creates the classes. */
export function CheckTurn({
  plan,
  control: { draft, forget, restore },
  turn: { isCurrent, busy, again },
  heading,
}: CheckTurnProps) {
  const { t } = useTranslation(['school-year', 'classes']);
  const navigate = useNavigate();
  const whileHere = useWhileHere();
  const [make] = useTurnSchoolYearMutation(ownProblems);
  const [takeBack] = useTakeSchoolYearTurnBackMutation(ownProblems);
  const withKey = useIdempotencyKey();
  const [making, setMaking] = useState(false);
  const blocked = plan.classes.some(({ problems }) => problems.some(({ blocks }) => blocks));
  const missing = plan.missingClasses.length > 0 || plan.missingStudentIds.length > 0;

  async function run(): Promise<void> {
    setMaking(true);
    try {
      const { data } = await make({
        // The key depends on the draft only. If the answer was lost, the turn has changed the plan's version, and a retry
        // must send the same key.
        variables: { input: { ...withKey(inputOf(draft)), version: plan.version } },
      });
      if (!data) throw new Error('The turn came back empty');
      const { id, classes } = unmask<SchoolYearTurnFragment>(data.turnSchoolYear);
      forget();
      toastUndo({
        message: t('made', { count: classes.length }),
        undo: async () => {
          await takeBack({ variables: { id } });
          restore(draft);
        },
      });
      whileHere(() => void navigate(paths.nextYear()));
    } catch (error) {
      toastProblem(problemOf(error));
      // A new plan shows the changes that other people made in between.
      again();
      setMaking(false);
    }
  }

  return (
    <section className="panel" aria-label={t('step-check')} aria-busy={busy}>
      <h2 ref={heading} tabIndex={-1}>
        {t('checkTitle')}
      </h2>
      <p>
        {t('checkText', { count: plan.classes.length })} {t('leaving', { count: plan.leavingCount })}
      </p>
      <ul className="next-classes">
        {plan.classes.map(({ sourceId, className, textBook, studentCount, problems }) => (
          <li key={sourceId} className="next-class">
            <h3>{className}</h3>
            <p className="next-class-facts">
              {textBook?.name ?? t('classes.nobody')} · {t('students', { count: studentCount })}
            </p>
            <TurnProblems problems={problems} students={plan.students} />
          </li>
        ))}
      </ul>
      <p>{t('staysText')}</p>
      {blocked && <p role="alert">{t('blocked')}</p>}
      <Button
        className="turn-make"
        intent="primary"
        size="large"
        text={t('make', { count: plan.classes.length })}
        disabled={blocked || missing || !isCurrent || making}
        onClick={() => void run()}
      />
    </section>
  );
}
