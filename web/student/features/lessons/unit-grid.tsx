import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { paths } from '#web/shared/paths.ts';
import { SleepingFox } from '#web/student/ui/art/empty-states.tsx';
import { Hanamaru } from '#web/student/ui/art/hanamaru.tsx';
import { Link } from '#web/student/ui/controls/link.tsx';
import type { Where } from '#web/student/platform/place.ts';
import type { UnitCardFragment } from '#web/student/operations.generated.ts';
import { activeProfile, useStudent } from '#web/student/platform/profiles/profile-store.ts';
import { useProgress, doneCount, isDone } from '#web/student/platform/progress.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import './unit-grid.css';

interface UnitGridProps {
  readonly units: readonly Masked<UnitCardFragment>[];
  readonly where: Where;
}

/** All units of a book in printed order with the child's progress. */
export function UnitGrid({ units, where }: UnitGridProps) {
  const { t } = useWords();
  const progress = useProgress(activeProfile(useStudent())?.id);
  if (units.length === 0) {
    return (
      <div className="units-none sheet">
        <SleepingFox />
        <h2>
          <Words text={t('noUnits')} />
        </h2>
        <p>
          <Words text={t('noUnitsText')} />
        </p>
      </div>
    );
  }
  return (
    <section aria-labelledby="units-title">
      <h2 id="units-title" className="units-title">
        <Words text={t('unitsTitle')} />
      </h2>
      <ol className="units">
        {unmask<UnitCardFragment>(units).map((unit) => (
          <li key={unit.id}>
            <Link className="unit-card" to={paths.unitDetail({ unit: unit.hashCode, ...where })}>
              <UnitNumber number={unit.number} />
              <span className="unit-card-names">
                <span className="unit-card-kind">{unit.title}</span>
                <span className="unit-card-title">{unit.name}</span>
                <UnitDots total={unit.contentCount} done={doneCount(unit, progress)} />
              </span>
              {isDone(unit, progress) && <Hanamaru size={76} title={t('unitDone')} className="unit-card-done" />}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The most dots that a card has room for. */
const mostDots = 16;

/**
 * One dot per content, filled when done, with a text for screen readers. Of a large unit, each dot stands for a share of
 * the contents, and only a finished unit has all dots filled.
 */
export function UnitDots({ total, done }: { readonly total: number; readonly done: number }) {
  const { t } = useWords();
  const shown = Math.min(total, mostDots);
  const filled = Math.floor((done * shown) / total);
  return (
    <span className="unit-dots">
      <span className="spoken">{t('unitProgress', { done, total })}</span>
      {Array.from({ length: shown }, (_, index) => (
        <span key={index} aria-hidden className="unit-dot" data-done={index < filled || undefined} />
      ))}
    </span>
  );
}

const colours = ['#BFE3F8', '#FFE08A', '#BDE8CF', '#FBCBDD', '#D9CCF6', '#FFCDB9'];

/** A unit's printed number on its colour. */
export function UnitNumber({ number }: { readonly number: number }) {
  return (
    <span className="unit-number" style={{ '--unit': colours[(number - 1 + colours.length) % colours.length] }}>
      {number}
    </span>
  );
}
