import { useTranslation } from 'react-i18next';
import { dayInWords } from '#web/shared/i18n/days.ts';
import { localeOf } from '#schema/languages.ts';
import type { ActivityDayLineFragment } from '#web/staff/operations.generated.ts';
import { playedOn } from './day-sums.ts';

/** Pages by day, as bars. The table below has the same numbers for users who cannot see the chart. */
export function DayChart({ days }: { readonly days: readonly ActivityDayLineFragment[] }) {
  const { t, i18n } = useTranslation('activity');
  const number = new Intl.NumberFormat(localeOf(i18n.language));
  const most = Math.max(0, ...days.map(({ views }) => views));
  const share = (views: number) => `${(views / Math.max(1, most)) * 100}%`;
  const [first, last] = [days.at(0), days.at(-1)];
  return (
    <figure className="day-chart" aria-hidden="true">
      <figcaption>
        <span className="day-chart-played">{t('played')}</span>
        <span className="day-chart-other">{t('otherPages')}</span>
        <span className="day-chart-most">{t('most', { views: number.format(most) })}</span>
      </figcaption>
      <div className={days.length > 62 ? 'day-chart-bars is-dense' : 'day-chart-bars'}>
        {days.map((day) => (
          <span
            key={day.date}
            className="day-chart-bar"
            title={`${dayInWords(day.date, i18n.language)} ${number.format(day.views)}`}
          >
            <i className="day-chart-other" style={{ height: share(day.views - playedOn(day)) }} />
            <i className="day-chart-played" style={{ height: share(playedOn(day)) }} />
          </span>
        ))}
      </div>
      <p className="day-chart-ends">
        {first && <span>{dayInWords(first.date, i18n.language)}</span>}
        {last && last !== first && <span>{dayInWords(last.date, i18n.language)}</span>}
      </p>
    </figure>
  );
}
