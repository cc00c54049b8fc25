import { useTranslation } from 'react-i18next';
import type { SchoolYearTurnPlanFragment } from '#web/staff/operations.generated.ts';
import type { Place } from './turn-draft.ts';

/** The target of a child who goes to none of the next classes. */
export const nowhere = 'nowhere';

/** A target for children. The value is the id of the old class, which stands for its next class, or `nowhere`. */
export interface Target {
  readonly value: string;
  readonly label: string;
}

/** The next classes, followed by `nowhere`. */
export function useTargets(plan: SchoolYearTurnPlanFragment): readonly Target[] {
  const { t } = useTranslation('school-year');
  return [
    ...plan.classes.map(({ sourceId, className }) => ({ value: sourceId, label: className })),
    { value: nowhere, label: t('nowhere') },
  ];
}

export const targetOf = ({ to }: Place): string => to ?? nowhere;
