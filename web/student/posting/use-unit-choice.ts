import { useState } from 'react';
import type { UnitCardFragment } from '#web/student/operations.generated.ts';
import { activeProfile, useStudent } from '#web/student/profiles/use-student.ts';
import { nextUnit } from '#web/student/progress/next-unit.ts';
import { useProgress } from '#web/student/progress/progress-store.ts';

/** The unit that a work belongs to: the one the child is at, unless another is chosen. */
export function useUnitChoice(units: readonly UnitCardFragment[]) {
  const progress = useProgress(activeProfile(useStudent())?.id);
  const [chosen, choose] = useState<string>();
  const at = units.find(({ hashCode }) => hashCode === progress.lastUnit) ?? nextUnit(units, progress) ?? units[0];
  return { unit: units.find(({ id }) => id === chosen) ?? at, choose };
}
