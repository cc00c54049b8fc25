import { useTranslation } from 'react-i18next';
import type { SchoolYearTurnPlanFragment } from '#web/staff/operations.generated.ts';
import type { Place } from './turn-draft.ts';

/** In the place of a class: the child goes to none of the next classes. */
export const nowhere = 'nowhere';

/** Where children can go: the old class whose next class it is, or `nowhere`. */
export interface Target {
  readonly value: string;
  readonly label: string;
}

/** The next classes, and that there is none. */
export function useTargets(plan: SchoolYearTurnPlanFragment): readonly Target[] {
  const { t } = useTranslation('school-year');
  return [
    ...plan.classes.map(({ sourceId, className }) => ({ value: sourceId, label: className })),
    { value: nowhere, label: t('nowhere') },
  ];
}

export const targetOf = ({ to }: Place): string => to ?? nowhere;
