import { Button, ButtonGroup } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { localeOf } from '#schema/languages.ts';
import type { TextBookMapQuery } from '#web/staff/operations.generated.ts';
import { mapDays, type MapDays } from './map-level.ts';

interface MapChoicesProps {
  readonly days: MapDays;
  /** Shows only contents that were never opened. */
  readonly neverAlone: boolean;
  readonly totals: TextBookMapQuery['textBookMap']['totals'];
}

const dayWords = {
  all: 'activity.allDays',
  week: 'reports.week',
  month: 'reports.month',
  schoolYear: 'reports.schoolYear',
} as const satisfies Record<MapDays, string>;

/** The days and the pages of the map; both are in the URL. */
export function MapChoices({ days, neverAlone, totals }: MapChoicesProps) {
  const { t, i18n } = useTranslation(['activity', 'reports']);
  const [search, setSearch] = useSearchParams();
  const number = new Intl.NumberFormat(localeOf(i18n.language));

  function choose(name: string, value: string | undefined): void {
    const next = new URLSearchParams(search);
    if (value === undefined) next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true });
  }

  const pressed = (isPressed: boolean) => ({ active: isPressed, 'aria-pressed': isPressed });
  return (
    <div className="map-choices">
      <ButtonGroup role="group" aria-label={t('countedDays')}>
        {mapDays.map((name) => (
          <Button
            key={name}
            text={t(dayWords[name])}
            {...pressed(name === days)}
            onClick={() => choose('days', name === 'all' ? undefined : name)}
          />
        ))}
      </ButtonGroup>
      <ButtonGroup role="group" aria-label={t('shownPages')}>
        <Button
          text={t('showAll', { count: totals.contents, shown: number.format(totals.contents) })}
          {...pressed(!neverAlone)}
          onClick={() => choose('show', undefined)}
        />
        <Button
          text={t('showNever', { count: totals.neverOpened, shown: number.format(totals.neverOpened) })}
          {...pressed(neverAlone)}
          onClick={() => choose('show', 'never')}
        />
      </ButtonGroup>
    </div>
  );
}
