import { useTranslation } from 'react-i18next';
import { localeOf } from '#schema/languages.ts';
import type { ActivityDayLineFragment } from '#web/staff/operations.generated.ts';
import { lengthInWords } from '#web/staff/features/reports/report-words.ts';
import { sumOf } from './day-sums.ts';

/** The numbers of all days together. */
export function ActivityTotals({ days }: { readonly days: readonly ActivityDayLineFragment[] }) {
  const { t, i18n } = useTranslation('activity');
  const { t: report } = useTranslation('reports');
  const number = new Intl.NumberFormat(localeOf(i18n.language));
  const sums = sumOf(days);
  const tiles = [
    { key: 'visitors', title: t('visitors'), value: number.format(sums.visitors) },
    { key: 'views', title: t('opened'), value: number.format(sums.views) },
    { key: 'played', title: t('played'), value: number.format(sums.played) },
    { key: 'recordings', title: t('recordings'), value: number.format(sums.recordings) },
    { key: 'pictures', title: t('pictures'), value: number.format(sums.pictures) },
    { key: 'time', title: t('time'), value: lengthInWords(sums.duration, report) },
  ];
  return (
    <dl className="report-totals activity-totals">
      {tiles.map(({ key, title, value }) => (
        <div key={key}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
