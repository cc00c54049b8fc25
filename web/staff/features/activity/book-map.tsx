import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { unmask } from '#web/shared/apollo/masks.ts';
import { paths } from '#web/paths.ts';
import { useTitle } from '#web/shared/title.ts';
import { latestData } from '#web/staff/ui/lists/list-answer.ts';
import { useTextBookMapQuery, type MapTileFragment, type UnitOfMapFragment } from '#web/staff/operations.generated.ts';
import { wordsAndDays, schoolToday } from '#web/staff/platform/settings/settings.ts';
import { DetailScreen } from '#web/staff/ui/lists/detail-screen.tsx';
import { Breadcrumbs } from '#web/staff/features/curriculum/breadcrumbs.tsx';
import { MapChoices } from './map-choices.tsx';
import { mapDaysOf, periodOfMap, levelOf, stepsOf } from './map-level.ts';
import { MapLegend } from './map-legend.tsx';
import { MapTotals } from './map-totals.tsx';
import { MapUnit } from './map-unit.tsx';
import './book-map.css';

export const loader = wordsAndDays('textbooks', 'lessons', 'lists', 'reports', 'activity');

/** A textbook page by page: how often each one is opened, and which codes nobody ever scanned. */
export function Component() {
  const { t } = useTranslation(['activity', 'textbooks']);
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const days = mapDaysOf(search.get('days'));
  const neverAlone = search.get('show') === 'never';
  const period = periodOfMap(days, schoolToday());
  const query = useTextBookMapQuery({ variables: { id, ...period } });
  const { textBook, textBookMap: map } = latestData(query) ?? {};
  const units = map && unmask<UnitOfMapFragment>(map.units);
  const all = unmask<MapTileFragment>(units?.flatMap(({ contents }) => contents) ?? []);
  const steps = stepsOf(all.map(({ views }) => views));
  const shown = units
    ?.map((found) => ({
      ...found,
      contents: found.contents.filter((page) => !neverAlone || unmask<MapTileFragment>(page).neverOpened),
    }))
    .filter(({ contents }) => !neverAlone || contents.length > 0);
  useTitle(textBook ? `${t('mapTitle')} · ${textBook.name}` : t('mapTitle'));
  return (
    <DetailScreen
      list={paths.textbooks}
      title={t('textbooks.title')}
      trail={<Breadcrumbs textBook={textBook} current={t('mapTitle')} />}
      missingTitle={t('textbooks.missingTitle')}
      missingText={t('textbooks.missingText')}
      query={query}
    >
      {map && textBook && (
        <div className="book-map" aria-busy={query.loading}>
          <header className="page-header">
            <h1>{t('mapOf', { name: textBook.name })}</h1>
          </header>
          <MapChoices days={days} neverAlone={neverAlone} totals={map.totals} />
          <MapTotals map={map} period={period} />
          <MapLegend steps={steps} found={new Set(all.map((page) => levelOf(page, steps)))} />
          {shown?.map((found) => (
            <MapUnit key={found.unit.id} found={found} steps={steps} />
          ))}
          {shown?.length === 0 && <p className="panel">{neverAlone ? t('allOpened') : t('noUnits')}</p>}
        </div>
      )}
    </DetailScreen>
  );
}
