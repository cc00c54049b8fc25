import { useTranslation } from 'react-i18next';
import { dayInWords } from '#web/shared/i18n/days.ts';
import { localeOf } from '#schema/languages.ts';
import type { TextBookMapQuery } from '#web/staff/operations.generated.ts';
import { lengthInWords } from '#web/staff/features/reports/report-words.ts';
import { dayAfter, dayCount, type Period } from '#web/staff/features/reports/period.ts';

interface MapTotalsProps {
  readonly map: TextBookMapQuery['textBookMap'];
  /** Absent: all days. */
  readonly period: Period | undefined;
}

/** The use of the whole textbook in one sentence, with its days. */
export function MapTotals({ map: { totals, keptDays, timeZone }, period }: MapTotalsProps) {
  const { t, i18n } = useTranslation('activity');
  const { t: report } = useTranslation('reports');
  const number = new Intl.NumberFormat(localeOf(i18n.language));
  const { contents, opened, neverOpened, views, duration } = totals;
  return (
    <div className="map-totals" role="status">
      {period && (
        <p>
          {report('days', {
            from: dayInWords(period.from, i18n.language),
            to: dayInWords(dayAfter(period.to, -1), i18n.language),
            count: dayCount(period),
          })}
        </p>
      )}
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
        {period && t('neverIsOfAllDays')} {report('timeZone', { zone: timeZone })}
      </p>
    </div>
  );
}
