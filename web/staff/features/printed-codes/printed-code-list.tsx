import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { words } from '#web/shared/i18n/words.ts';
import { Select } from '#web/staff/ui/controls/select.tsx';
import { DetailScreen } from '#web/staff/ui/lists/detail-screen.tsx';
import { latestData, listAnswer } from '#web/staff/ui/lists/list-answer.ts';
import { ListPage } from '#web/staff/ui/lists/list-page.tsx';
import type { ListShape } from '#web/staff/ui/lists/list-state.ts';
import { useListState } from '#web/staff/ui/lists/use-list-state.ts';
import { Breadcrumbs } from '#web/staff/features/curriculum/breadcrumbs.tsx';
import {
  usePrintedCodesQuery,
  type PrintedCodeRowFragment,
  type PrintedCodeSortField,
  type PrintedCodeState,
} from '#web/staff/operations.generated.ts';
import { usePrintedCodeColumns } from './printed-code-columns.tsx';
import { PrintingPanel } from './printing-panel.tsx';
import { RetargetDialog, type RetargetedTo } from './retarget-dialog.tsx';
import './printed-codes.css';

export const loader = words('printed-codes', 'textbooks', 'lists', 'forms');

const shape: ListShape<PrintedCodeSortField, 'state'> = {
  sortFields: ['PLACE', 'USE_COUNT', 'LAST_USED_AT'],
  defaultSort: { field: 'PLACE', direction: 'ASC' },
  filters: ['state'],
};

const states: Readonly<Record<string, PrintedCodeState>> = {
  deleted: 'DELETED',
  retargeted: 'RETARGETED',
  planned: 'PLANNED',
  changed: 'CHANGED',
};

/** All codes ever printed for a textbook, each with its target, its uses and a way to change the target. */
export function Component() {
  const { t } = useTranslation(['printed-codes', 'textbooks']);
  const { id = '' } = useParams();
  const [changing, setChanging] = useState<{ readonly row: PrintedCodeRowFragment; readonly to: RetargetedTo }>();
  const control = useListState(shape);
  const { search, filters, page, size, sort } = control.state;
  const filter = { search: search || null, state: states[filters.state ?? ''] ?? null };
  const query = usePrintedCodesQuery({
    variables: { id, filter, page: { number: page, size }, sort: [sort] },
  });
  const textBook = latestData(query)?.textBook;
  const columns = usePrintedCodeColumns({
    inBook: textBook?.name,
    onRetarget: (row) => setChanging({ row, to: 'another' }),
    onBack: (row) => setChanging({ row, to: 'own' }),
    onDropPlan: (row) => setChanging({ row, to: 'current' }),
  });
  return (
    <DetailScreen
      list={paths.textbooks}
      title={t('textbooks.title')}
      trail={<Breadcrumbs textBook={textBook} current={t('title')} />}
      missingTitle={t('textbooks.missingTitle')}
      missingText={t('textbooks.missingText')}
      query={query}
    >
      {textBook && (
        <>
          <ListPage
            title={t('title')}
            above={<PrintingPanel textBookId={id} />}
            total={(count) => t('total', { count })}
            searchLabel={t('search')}
            columns={columns}
            keyOf={(row) => row.id}
            answer={listAnswer(query, (data) => data.printedCodes)}
            control={control}
            filters={
              <Select
                className="filter"
                aria-label={t('filterState')}
                value={filters.state ?? ''}
                onChange={(event) => control.setFilter('state', event.target.value || null)}
                options={[
                  { value: '', label: t('anyState') },
                  { value: 'deleted', label: t('onlyDeleted') },
                  { value: 'retargeted', label: t('onlyRetargeted') },
                  { value: 'planned', label: t('onlyPlanned') },
                  { value: 'changed', label: t('onlyChanged') },
                ]}
              />
            }
            empty={{ title: t('emptyTitle'), text: t('emptyText') }}
          />
          {changing && <RetargetDialog {...changing} textBookId={id} onClose={() => setChanging(undefined)} />}
        </>
      )}
    </DetailScreen>
  );
}
