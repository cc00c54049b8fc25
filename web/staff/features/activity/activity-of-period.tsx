import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import { dayInWords } from '#web/shared/i18n/days.ts';
import { EmptyList } from '#web/staff/ui/lists/list-states.tsx';
import type {
  ClassActivityQuery,
  ActivityDayLineFragment,
  UsedContentLineFragment,
} from '#web/staff/operations.generated.ts';
import { dayAfter, dayCount, type Period } from '#web/staff/features/reports/period.ts';
import { ActivityDays } from './activity-days.tsx';
import { ActivityTotals } from './activity-totals.tsx';
import { ActivityTypes } from './activity-types.tsx';
import { hasAnything } from './day-sums.ts';
import { UsedContents } from './used-contents.tsx';

interface ActivityOfPeriodProps {
  readonly period: Period;
  readonly found: ClassActivityQuery['classActivity'];
}

/** The totals of a period, its days, and the contents that were used most. */
export function ActivityOfPeriod({ period, found }: ActivityOfPeriodProps) {
  const { t, i18n } = useTranslation(['activity', 'reports']);
  const items = unmask<ActivityDayLineFragment>(found.items);
  const contents = unmask<UsedContentLineFragment>(found.contents);
  const from = dayInWords(period.from, i18n.language);
  const to = dayInWords(dayAfter(period.to, -1), i18n.language);
  const count = dayCount(period);
  return (
    <>
      <p className="report-range" role="status">
        {count === 1 ? t('reports.oneDay', { day: from }) : t('reports.days', { from, to, count })}
        <span>{t('reports.timeZone', { zone: found.timeZone })}</span>
      </p>
      {items.some(hasAnything) ? (
        <>
          <ActivityTotals days={items} />
          <ActivityDays days={items} />
          <ActivityTypes days={items} />
          <UsedContents contents={contents} />
        </>
      ) : (
        <section className="list-card">
          <EmptyList title={t('emptyTitle')} text={t('emptyText')} />
        </section>
      )}
      <details className="report-how">
        <summary>{t('reports.howTitle')}</summary>
        <ul>
          <li>{t('reports.howDays')}</li>
          <li>{t('reports.howVisitors')}</li>
          <li>{t('howPlayed')}</li>
          <li>{t('howSent')}</li>
          <li>{t('howTime')}</li>
        </ul>
      </details>
    </>
  );
}
