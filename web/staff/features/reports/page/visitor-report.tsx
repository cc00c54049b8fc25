import { useTranslation } from 'react-i18next';
import type { Masked } from '#web/shared/apollo/masks.ts';
import { dayInWords } from '#web/shared/i18n/days.ts';
import { listAnswer } from '#web/staff/ui/lists/list-answer.ts';
import type { ListShape } from '#web/staff/ui/lists/list-state.ts';
import { maskedColumns } from '#web/staff/ui/lists/masked-columns.ts';
import type { Column } from '#web/staff/ui/lists/list-table.tsx';
import { useListState } from '#web/staff/ui/lists/use-list-state.ts';
import {
  useVisitorReportQuery,
  type VisitorLineFragment,
  type VisitorSortField,
} from '#web/staff/operations.generated.ts';
import { lengthInWords } from '#web/staff/features/reports/report-words.ts';
import type { Period } from '#web/staff/features/reports/period.ts';
import { ReportPage } from './report-page.tsx';
import { partOf, reportFilters, type ReportFilterName } from '#web/staff/features/reports/report-part.ts';

const shape: ListShape<VisitorSortField, ReportFilterName> = {
  sortFields: ['DATE', 'IP', 'OS', 'BROWSER', 'TIME_SPENT'],
  defaultSort: { field: 'DATE', direction: 'DESC' },
  filters: reportFilters,
};

function useColumns(): readonly Column<Masked<VisitorLineFragment>, VisitorSortField>[] {
  const { t, i18n } = useTranslation('reports');
  const orUnknown = (value: string | null | undefined) => value || t('unknown');
  return maskedColumns<VisitorLineFragment, VisitorSortField>([
    { key: 'date', title: t('date'), sortField: 'DATE', cell: (row) => dayInWords(row.date, i18n.language) },
    { key: 'ip', title: t('ip'), sortField: 'IP', cell: (row) => orUnknown(row.ip) },
    { key: 'os', title: t('os'), sortField: 'OS', cell: (row) => orUnknown(row.os) },
    {
      key: 'browser',
      title: t('browserVersion'),
      sortField: 'BROWSER',
      cell: (row) => orUnknown([row.browser, row.browserVersion].filter(Boolean).join(' ')),
    },
    { key: 'time', title: t('timeSpent'), sortField: 'TIME_SPENT', cell: (row) => lengthInWords(row.timeSpent, t) },
  ]);
}

/** The visitors, with a row for each session and day. */
export function VisitorReport({ period }: { readonly period: Period }) {
  const { t } = useTranslation('reports');
  const control = useListState(shape);
  const { sort, page, size, filters } = control.state;
  const filter = partOf(filters);
  const query = useVisitorReportQuery({
    variables: { period, filter, page: { number: page, size }, sort: [sort] },
  });
  return (
    <ReportPage
      title={t('visitors')}
      period={period}
      part={filter}
      columns={useColumns()}
      answer={listAnswer(query, (data) => data.visitorReport)}
      control={control}
      file={{ report: 'VISITORS', visitorSort: [sort] }}
    />
  );
}
