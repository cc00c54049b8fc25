import { useTranslation } from 'react-i18next';
import type { SchoolYearTurnPlanFragment } from '#web/staff/operations.generated.ts';
import { targetOf, type Target } from './targets.ts';
import type { Place } from './turn-draft.ts';
import { TurnProblems } from './turn-problems.tsx';
import type { TurnedStudent } from './use-turn-plan.ts';

interface ClassTargetsProps {
  readonly plan: SchoolYearTurnPlanFragment;
  readonly targets: readonly Target[];
  readonly placeOf: (student: TurnedStudent) => Place;
}

/** The next classes with their children; users drag other children onto them. */
export function ClassTargets({ plan, targets, placeOf }: ClassTargetsProps) {
  const { t } = useTranslation('school-year');
  return (
    <ul className="turn-targets" aria-label={t('step-next')}>
      {targets.map(({ value, label }) => {
        const inside = plan.students.filter((one) => targetOf(placeOf(one)) === value);
        const planned = plan.classes.find(({ sourceId }) => sourceId === value);
        const problems = (planned?.problems ?? []).filter(({ field }) => field === 'students');
        return (
          <li key={value} className="turn-target" data-drop={value}>
            <h3>{label}</h3>
            <details>
              <summary>{t('studentCount', { count: inside.length })}</summary>
              <ul>
                {inside.map((one) => (
                  <li
                    key={`${one.fromClassId} ${one.studentId}`}
                    data-moved={one.fromClassId === value ? undefined : ''}
                  >
                    {one.name}
                  </li>
                ))}
              </ul>
            </details>
            <TurnProblems problems={problems} students={plan.students} />
          </li>
        );
      })}
    </ul>
  );
}
