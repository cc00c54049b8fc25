import { useTranslation } from 'react-i18next';
import { words } from '#web/shared/i18n/words.ts';
import {
  useBrokenLinksQuery,
  type BrokenLinkSortField,
  type BrokenLinksQueryVariables,
} from '#web/staff/operations.generated.ts';
import { Breadcrumbs } from '#web/staff/features/curriculum/breadcrumbs.tsx';
import { listAnswer } from '#web/staff/ui/lists/list-answer.ts';
import { ListPage } from '#web/staff/ui/lists/list-page.tsx';
import type { ListShape, ListState } from '#web/staff/ui/lists/list-state.ts';
import { chosenOf } from '#web/staff/ui/lists/multi-filter.tsx';
import { useListState } from '#web/staff/ui/lists/use-list-state.ts';
import { useBrokenLinkColumns } from './broken-link-columns.tsx';
import { BrokenLinkFilters, linkKinds, type BrokenLinkFilterName } from './broken-link-filters.tsx';
import { useCheckAgain } from './use-check-again.ts';
import './link-health.css';

export const loader = words('link-health', 'textbooks', 'lists', 'forms');

const shape: ListShape<BrokenLinkSortField, BrokenLinkFilterName> = {
  sortFields: ['PLACE', 'SINCE', 'CHECKED_AT'],
  defaultSort: { field: 'PLACE', direction: 'ASC' },
  filters: ['textbook', 'kind'],
};

function variablesOf({ filters, sort, page, size }: ListState<BrokenLinkSortField, BrokenLinkFilterName>) {
  return {
    filter: { textBookId: filters.textbook ?? null, kinds: chosenOf(filters.kind, linkKinds) },
    page: { number: page, size },
    sort: [sort],
  } satisfies BrokenLinksQueryVariables;
}

/** The broken links that the nightly check found in the textbooks, each with a link to its form. */
export function Component() {
  const { t } = useTranslation('link-health');
  const control = useListState(shape);
  const query = useBrokenLinksQuery({ variables: variablesOf(control.state) });
  const columns = useBrokenLinkColumns(useCheckAgain());
  return (
    <>
      <Breadcrumbs current={t('title')} />
      <ListPage
        title={t('title')}
        total={(count) => t('total', { count })}
        above={<p className="link-health-about">{t('about')}</p>}
        filters={<BrokenLinkFilters control={control} />}
        columns={columns}
        keyOf={(row) => row.id}
        answer={listAnswer(query, (data) => data.brokenLinks)}
        control={control}
        empty={{ title: t('emptyTitle'), text: t('emptyText') }}
      />
    </>
  );
}
