import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mostDays } from '#schema/rules/reports.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { latestData } from '#web/staff/ui/lists/list-answer.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { ListProblem } from '#web/staff/ui/lists/list-states.tsx';
import { useUsageByDayQuery, type ReportFilter, type UsageDayLineFragment } from '#web/staff/operations.generated.ts';
import { Select } from '#web/staff/ui/controls/select.tsx';
import { ChartBars } from './chart-bars.tsx';
import { barsOf, measures, spanOf, spans, type Measure } from '#web/staff/features/reports/chart-days.ts';
import { ChartNumbers } from './chart-numbers.tsx';
import { dayCount, type Period } from '#web/staff/features/reports/period.ts';
import './report-chart.css';

interface ReportChartProps {
  readonly period: Period;
  readonly filter: ReportFilter | null;
  /** The length of a bar that the URL asks for. */
  readonly by: string | undefined;
  readonly onBy: (by: string) => void;
}

/** The use over a period as a bar chart, with the same numbers as a table. */
export function ReportChart({ period, filter, by, onBy }: ReportChartProps) {
  const { t } = useTranslation('reports');
  const [measure, setMeasure] = useState<Measure>('visitors');
  const days = dayCount(period);
  const tooLong = days > mostDays;
  const query = useUsageByDayQuery({
    variables: { period, filter },
    skip: tooLong,
    ...ownProblems,
  });
  const latest = latestData(query);
  const span = spanOf(by, days);
  const bars = barsOf(unmask<UsageDayLineFragment>(latest?.usageByDay.items ?? []), span);
  if (tooLong) return <p className="report-chart-none">{t('chartTooLong', { days: mostDays })}</p>;
  if (query.error && !latest)
    return <ListProblem problem={problemOf(query.error)} onRetry={() => void query.refetch()} />;
  return (
    <section className="report-chart" aria-label={t('chart')} aria-busy={query.loading}>
      <div className="report-chart-choice">
        <Select
          aria-label={t('chartOf')}
          value={measure}
          onChange={(event) => setMeasure(measures.find((name) => name === event.target.value) ?? 'visitors')}
          options={measures.map((value) => ({ value, label: t(value) }))}
        />
        <Select
          aria-label={t('chartBy')}
          value={span}
          onChange={(event) => onBy(event.target.value)}
          options={spans.map((value) => ({ value, label: t(`by-${value}`) }))}
        />
      </div>
      {/* On paper there is nothing to choose from. */}
      <p className="report-chart-caption" aria-hidden="true">
        {t(measure)} · {t(`by-${span}`)}
      </p>
      <ChartBars bars={bars} span={span} measure={measure} />
      <ChartNumbers bars={bars} span={span} />
    </section>
  );
}
