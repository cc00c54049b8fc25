import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { unitTitle } from '#web/staff/features/curriculum/breadcrumbs.tsx';
import { StatusMark } from '#web/staff/ui/lists/status-mark.tsx';
import type { UnitOfMapFragment } from '#web/staff/operations.generated.ts';
import type { Steps } from './map-level.ts';
import { MapTile } from './map-tile.tsx';

interface MapUnitProps {
  readonly found: UnitOfMapFragment;
  readonly steps: Steps;
}

/** A unit with a tile for each of its pages, as they follow one another in the book. */
export function MapUnit({ found, steps }: MapUnitProps) {
  const { t } = useTranslation(['activity', 'lessons']);
  const { unit, published, contents } = found;
  const { id, number } = unit;
  const name = unitTitle(unit);
  return (
    <section className="panel map-unit" aria-label={name}>
      <header>
        <h2>
          <Link to={paths.lessonDetail(id)}>{name}</Link>
        </h2>
        <span className="map-number">{t('lessons.numberShort', { number })}</span>
        {!published && <StatusMark tone="quiet">{t('lessons.draft')}</StatusMark>}
      </header>
      {contents.length === 0 ? (
        <p className="map-none">{t('noPages')}</p>
      ) : (
        <ol className="map-tiles">
          {contents.map((page) => (
            <MapTile key={page.content.id} page={page} steps={steps} />
          ))}
        </ol>
      )}
    </section>
  );
}
