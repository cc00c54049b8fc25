import { BulkBar } from './bulk-bar.tsx';
import type { ListBodyProps } from './list-body.tsx';
import { ListTable } from './list-table.tsx';
import { Pagination } from './pagination.tsx';
import { useTicks } from './selection.ts';
import { PageTick } from './ticks.tsx';

interface ListRowsProps<Row, Field extends string, Filter extends string> extends Pick<
  ListBodyProps<Row, Field, Filter>,
  'title' | 'columns' | 'keyOf' | 'control' | 'bulk' | 'answer'
> {
  readonly page: { readonly items: readonly Row[]; readonly totalCount: number; readonly totalIsExact?: boolean };
}

const noIds = () => Promise.resolve([]);

/** The rows there are: their table, their ticks with what can be done with them, and the way to further pages. */
export function ListRows<Row, Field extends string, Filter extends string>(props: ListRowsProps<Row, Field, Filter>) {
  const { title, columns, keyOf, answer, control, bulk, page } = props;
  const { state, change } = control;
  const { items, totalCount, totalIsExact } = page;
  const pageKeys = items.map(keyOf);
  const ticks = useTicks({
    scope: JSON.stringify([state.search, state.filters]),
    pageKeys,
    totalCount,
    allIds: bulk?.allIds ?? noIds,
  });
  return (
    <>
      {bulk && (
        <div className="cards-tick">
          <PageTick ticks={ticks} pageKeys={pageKeys} withText />
        </div>
      )}
      <ListTable
        caption={title}
        columns={columns}
        rows={items}
        keyOf={keyOf}
        sort={state.sort}
        onSort={(sort) => change({ sort })}
        busy={answer.loading}
        ticked={bulk && { ticks, rowLabel: bulk.rowLabel }}
      />
      <Pagination
        page={state.page}
        size={state.size}
        totalCount={totalCount}
        totalIsExact={totalIsExact}
        onPage={(number) => change({ page: number })}
        onSize={(size) => change({ size })}
      />
      {bulk && <BulkBar ticks={ticks} totalCount={totalCount} pageCount={items.length} actions={bulk.actions} />}
    </>
  );
}
