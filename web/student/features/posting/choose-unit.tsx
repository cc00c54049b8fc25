import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { useProgress, nextUnit } from '#web/student/platform/progress.ts';
import { activeProfile, useStudent } from '#web/student/platform/profiles/profile-store.ts';
import { UnitNumber } from '#web/student/features/lessons/unit-grid.tsx';
import type { UnitCardFragment } from '#web/student/operations.generated.ts';
import { plain } from '#web/student/ui/text/furigana.ts';
import { Words } from '#web/student/ui/text/words.tsx';
import { usePostingWords } from './posting-words.ts';

/** The class that a work is posted to. */
export interface WorkPlace {
  readonly classHashCode: string;
  readonly units: readonly Masked<UnitCardFragment>[];
}

interface ChooseUnitProps extends Pick<WorkPlace, 'units'> {
  readonly unit: UnitCardFragment;
  readonly onChoose: (id: string) => void;
}

/** Chooses the unit that a work belongs to. */
export function ChooseUnit({ units, unit, onChoose }: ChooseUnitProps) {
  const { t } = usePostingWords();
  return (
    <fieldset className="posting-units">
      <legend>
        <Words text={t('forUnit')} />
      </legend>
      {unmask<UnitCardFragment>(units).map(({ id, number, name }) => (
        <button
          key={id}
          type="button"
          className="button"
          aria-pressed={id === unit.id}
          aria-label={plain(t('unit', { number, name }))}
          onClick={() => onChoose(id)}
        >
          <UnitNumber number={number} />
        </button>
      ))}
      <p>{unit.name}</p>
    </fieldset>
  );
}

/** The unit of a work: the child's current unit unless the child chooses another. */
export function useUnitChoice(masked: WorkPlace['units'], chosen?: string): UnitCardFragment | undefined {
  const units = unmask<UnitCardFragment>(masked);
  const progress = useProgress(activeProfile(useStudent())?.id);
  const at = units.find(({ hashCode }) => hashCode === progress.lastUnit) ?? nextUnit(units, progress) ?? units[0];
  return units.find(({ id }) => id === chosen) ?? at;
}
