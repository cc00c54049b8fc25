import { useTranslation } from 'react-i18next';
import type { Masked } from '#web/shared/apollo/masks.ts';
import { dayInWords } from '#web/shared/i18n/days.ts';
import { useWhileHere } from '#web/staff/platform/while-here.ts';
import { ListBody, type ListAnswer } from '#web/staff/ui/lists/list-page.tsx';
import type { Column } from '#web/staff/ui/lists/list-table.tsx';
import { SortTools } from '#web/staff/ui/lists/sort-select.tsx';
import type { ListControl } from '#web/staff/ui/lists/use-list-state.ts';
import type { ReportFilter, TotalsFragment } from '#web/staff/operations.generated.ts';
import { dayAfter, dayCount, type Period } from '#web/staff/features/reports/period.ts';
import { ReportChart } from '#web/staff/features/reports/chart/report-chart.tsx';
import { ReportExport, type ExportQuestion } from '#web/staff/features/reports/export/report-export.tsx';
import { type ReportFilterName, type ReportFilters, withoutPart } from '#web/staff/features/reports/report-part.ts';
import { ReportParts } from '#web/staff/features/reports/parts/report-parts.tsx';
import { ReportPeriod } from '#web/staff/features/reports/report-period.tsx';
import { ReportTotals } from './report-totals.tsx';

interface Report<Row> {
  readonly items: readonly Row[];
  readonly totalCount: number;
  readonly totals: Masked<TotalsFragment>;
  readonly timeZone: string;
}

interface ReportPageProps<Row, Field extends string> {
  readonly title: string;
  readonly period: Period;
  readonly part: ReportFilter | null;
  readonly columns: readonly Column<Row, Field>[];
  readonly answer: Omit<ListAnswer<Row>, 'page'> & { readonly page: Report<Row> | undefined; readonly stale: boolean };
  readonly control: ListControl<Field, ReportFilterName>;
  /** The parameters of the export, except the period and the filter. */
  readonly file: Omit<ExportQuestion, 'period' | 'filter'>;
}

/** A report: its days, its totals, how they are counted, and its rows. */
export function ReportPage<Row, Field extends string>(props: ReportPageProps<Row, Field>) {
  const { title, period, part, columns, answer, control, file } = props;
  const { t, i18n } = useTranslation('reports');
  const { page } = answer;
  const { filters } = control.state;
  const whileHere = useWhileHere();
  // The current export belongs to the previous filters, so a change of the filters hides it.
  const show = (next: ReportFilters) => control.change({ filters: { ...next, export: undefined } });
  const lastDay = dayAfter(period.to, -1);
  const days = dayCount(period);
  const range = {
    from: dayInWords(period.from, i18n.language),
    to: dayInWords(lastDay, i18n.language),
  };
  const rows = page?.items.map((row, index) => ({ row, key: `${control.state.page}-${index}` }));
  const keyed = columns.map((column) => ({ ...column, cell: ({ row }: { readonly row: Row }) => column.cell(row) }));
  return (
    <>
      <ReportPeriod period={period} onChange={(chosen) => show({ ...filters, ...chosen })} />
      <ReportParts part={part} filters={filters} onChange={show} />
      <p className="report-range" role="status">
        {days === 1 ? t('oneDay', { day: range.from }) : t('days', { ...range, count: days })}
        {page && <span>{t('timeZone', { zone: page.timeZone })}</span>}
      </p>
      <ReportTotals totals={answer.stale ? undefined : page?.totals} busy={answer.loading} />
      <ReportChart period={period} filter={part} by={filters.by} onBy={(by) => show({ ...filters, by })} />
      <ReportExport
        question={{ ...file, period, filter: part }}
        id={filters.export}
        onStarted={(id) =>
          whileHere(() => control.change({ filters: { ...filters, export: id }, page: control.state.page }))
        }
      />
      <section className="list-card" aria-label={title}>
        <SortTools columns={columns} control={control} />
        <ListBody
          title={title}
          columns={keyed}
          keyOf={({ key }) => key}
          answer={{ ...answer, page: page && rows && { items: rows, totalCount: page.totalCount } }}
          control={{ ...control, narrowed: part !== null, clear: () => show(withoutPart(filters)) }}
          empty={{ title: t('emptyTitle'), text: t('emptyText') }}
        />
      </section>
      <details className="report-how">
        <summary>{t('howTitle')}</summary>
        <ul>
          <li>{t('howDays')}</li>
          <li>{t('howVisitors')}</li>
          <li>{t('howTime')}</li>
          <li>{t('howParts')}</li>
          <li>{t('howAddress')}</li>
        </ul>
      </details>
    </>
  );
}
