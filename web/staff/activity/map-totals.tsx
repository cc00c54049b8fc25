import { useTranslation } from 'react-i18next';
import { localeOf } from '#web/shared/i18n/languages.ts';
import type { TextBookMapQuery } from '#web/staff/operations.generated.ts';
import { lengthInWords } from '#web/staff/reports/length-of-time.ts';
import type { MapDays } from './map-days.ts';

interface MapTotalsProps {
  readonly map: TextBookMapQuery['textBookMap'];
  readonly days: MapDays;
}

/** The whole book in one sentence, and which days it is about. */
export function MapTotals({ map: { totals, keptDays, timeZone }, days }: MapTotalsProps) {
  const { t, i18n } = useTranslation('activity');
  const { t: report } = useTranslation('reports');
  const number = new Intl.NumberFormat(localeOf(i18n.language));
  const { contents, opened, neverOpened, views, duration } = totals;
  return (
    <div className="map-totals" role="status">
      <p>
        {t('mapSums', {
          contents: number.format(contents),
          opened: number.format(opened),
          views: number.format(views),
          time: lengthInWords(duration, report),
        })}{' '}
        <b>{t('neverSum', { count: neverOpened, shown: number.format(neverOpened) })}</b>
      </p>
      <p className="map-kept">
        {typeof keptDays === 'number'
          ? t('keptDays', { count: keptDays, shown: number.format(keptDays) })
          : t('keptForEver')}{' '}
        {days !== 'all' && t('neverIsOfAllDays')} {report('timeZone', { zone: timeZone })}
      </p>
    </div>
  );
}
