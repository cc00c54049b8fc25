import { useTranslation } from 'react-i18next';
import type { Masked } from '#web/shared/apollo/masks.ts';
import { localeOf } from '#schema/languages.ts';
import { listAnswer } from '#web/staff/ui/lists/list-answer.ts';
import type { ListShape } from '#web/staff/ui/lists/list-state.ts';
import { maskedColumns } from '#web/staff/ui/lists/masked-columns.ts';
import type { Column } from '#web/staff/ui/lists/list-table.tsx';
import { useListState } from '#web/staff/ui/lists/use-list-state.ts';
import { useUsageReportQuery, type UsageLineFragment, type UsageSortField } from '#web/staff/operations.generated.ts';
import { typeWords } from '#web/staff/features/contents/content-types.ts';
import { lengthInWords } from '#web/staff/features/reports/report-words.ts';
import type { Period } from '#web/staff/features/reports/period.ts';
import { ReportPage } from './report-page.tsx';
import { partOf, reportFilters, type ReportFilterName } from '#web/staff/features/reports/report-part.ts';
import { UsedPage } from './used-page.tsx';

const shape: ListShape<UsageSortField, ReportFilterName> = {
  sortFields: ['PAGE_EVENT_NAME', 'PAGE_URL', 'CONTENT_TYPE', 'VIEWS', 'DURATION'],
  defaultSort: { field: 'DURATION', direction: 'DESC' },
  filters: reportFilters,
};

function useColumns(): readonly Column<Masked<UsageLineFragment>, UsageSortField>[] {
  const { t, i18n } = useTranslation('reports');
  const number = new Intl.NumberFormat(localeOf(i18n.language));
  return maskedColumns<UsageLineFragment, UsageSortField>([
    {
      key: 'page',
      isNamed: true,
      title: t('pageEventName'),
      sortField: 'PAGE_EVENT_NAME',
      cell: (row) => <UsedPage row={row} />,
    },
    {
      key: 'url',
      isNamed: true,
      title: t('pageUrl'),
      sortField: 'PAGE_URL',
      cell: (row) => <span className="page-url">{row.pageUrl}</span>,
    },
    {
      key: 'type',
      title: t('contentType'),
      sortField: 'CONTENT_TYPE',
      cell: ({ contentType }) => (contentType ? t(typeWords[contentType]) : '–'),
    },
    { key: 'views', title: t('views'), sortField: 'VIEWS', cell: (row) => number.format(row.views) },
    { key: 'duration', title: t('duration'), sortField: 'DURATION', cell: (row) => lengthInWords(row.duration, t) },
  ]);
}

/** The use of pages and contents, with a row for each. */
export function UsageReport({ period }: { readonly period: Period }) {
  const { t } = useTranslation('reports');
  const control = useListState(shape);
  const { sort, page, size, filters } = control.state;
  const filter = partOf(filters);
  const query = useUsageReportQuery({
    variables: { period, filter, page: { number: page, size }, sort: [sort] },
  });
  return (
    <ReportPage
      title={t('usage')}
      period={period}
      part={filter}
      columns={useColumns()}
      answer={listAnswer(query, (data) => data.usageReport)}
      control={control}
      file={{ report: 'VIEWS' }}
    />
  );
}
