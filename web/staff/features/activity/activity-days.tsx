import { useTranslation } from 'react-i18next';
import { dayInWords } from '#web/shared/i18n/days.ts';
import { localeOf } from '#schema/languages.ts';
import type { ActivityDayLineFragment } from '#web/staff/operations.generated.ts';
import { lengthInWords } from '#web/staff/features/reports/report-words.ts';
import { DayChart } from './day-chart.tsx';
import { hasAnything, playedOn } from './day-sums.ts';
import { PlainTable, type PlainColumn } from './plain-table.tsx';

type Day = ActivityDayLineFragment;

function useColumns(): readonly PlainColumn<Day>[] {
  const { t, i18n } = useTranslation('activity');
  const { t: report } = useTranslation('reports');
  const number = new Intl.NumberFormat(localeOf(i18n.language));
  return [
    { key: 'day', title: t('day'), cell: ({ date }) => dayInWords(date, i18n.language) },
    { key: 'visitors', title: t('visitors'), cell: (day) => number.format(day.visitors) },
    { key: 'views', title: t('opened'), cell: (day) => number.format(day.views) },
    { key: 'played', title: t('played'), cell: (day) => number.format(playedOn(day)) },
    { key: 'recordings', title: t('recordings'), cell: (day) => number.format(day.recordings) },
    { key: 'pictures', title: t('pictures'), cell: (day) => number.format(day.pictures) },
    { key: 'time', title: t('time'), cell: (day) => lengthInWords(day.duration, report) },
  ];
}

/** A chart with a bar for every day, and a table of the days with any activity. */
export function ActivityDays({ days }: { readonly days: readonly Day[] }) {
  const { t } = useTranslation('activity');
  const busy = days.filter(hasAnything);
  const columns = useColumns();
  return (
    <section className="list-card activity-card" aria-label={t('byDay')}>
      <h2>{t('byDay')}</h2>
      <DayChart days={days} />
      <PlainTable caption={t('byDay')} columns={columns} rows={busy} keyOf={({ date }) => date} />
      {busy.length < days.length && (
        <p className="activity-note">{t('daysLeftOut', { count: days.length - busy.length })}</p>
      )}
    </section>
  );
}
