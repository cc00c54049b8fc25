import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { paths } from '#web/shared/paths.ts';
import { Animal } from '#web/shared/art/animals.tsx';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { Link } from '#web/student/ui/controls/link.tsx';
import type { Where } from '#web/student/platform/place.ts';
import type { UnitCardFragment } from '#web/student/operations.generated.ts';
import { activeProfile, useStudent } from '#web/student/platform/profiles/profile-store.ts';
import { useProgress, doneCount, nextUnit } from '#web/student/platform/progress.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { UnitDots, UnitNumber } from './unit-grid.tsx';
import './next-unit-card.css';

interface NextUnitProps {
  readonly units: readonly Masked<UnitCardFragment>[];
  readonly where: Where;
}

/** The main link: the child's current unit, or the first. */
export function NextUnit({ units, where }: NextUnitProps) {
  const { t } = useWords();
  const profile = activeProfile(useStudent());
  const progress = useProgress(profile?.id);
  const unit = nextUnit(unmask<UnitCardFragment>(units), progress);
  if (!unit) return null;
  return (
    <Link className="next-unit" to={paths.unitDetail({ unit: unit.hashCode, ...where })}>
      {profile && <Animal name={profile.animal} size={92} className="next-unit-child" />}
      <span className="next-unit-flag">
        <Words text={progress.lastUnit === null ? t('firstUnit') : t('nextUnit')} />
      </span>
      <UnitNumber number={unit.number} />
      <span className="next-unit-names">
        <span className="next-unit-title">{unit.name}</span>
        <UnitDots total={unit.contentCount} done={doneCount(unit, progress)} />
      </span>
      <span className="next-unit-go">
        <Icon name="play" size={44} />
      </span>
    </Link>
  );
}
