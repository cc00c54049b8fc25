import type { ReactNode } from 'react';
import { useTitle } from '#web/shared/title.ts';
import { CreateLink } from './create-link.tsx';
import { ListBody, type ListBodyProps } from './list-body.tsx';
import { SearchBox } from './search-box.tsx';
import { SortSelect } from './sort-select.tsx';

interface ListPageProps<Row, Field extends string, Filter extends string> extends ListBodyProps<Row, Field, Filter> {
  /** Words for the total, as "12 classes". */
  readonly total: (count: number) => string;
  /** Absent for a list that cannot be searched. */
  readonly searchLabel?: string;
  readonly filters?: ReactNode;
  /** Further buttons beside the one that creates. */
  readonly also?: ReactNode;
}

/** Every staff list: search, filters, sort and paging from the URL, five designed states, cards on a phone. */
export function ListPage<Row, Field extends string, Filter extends string>(props: ListPageProps<Row, Field, Filter>) {
  const { title, total, searchLabel, create, columns, answer, control, filters, also } = props;
  useTitle(title);
  const count = answer.page?.totalCount;
  const more = answer.page?.totalIsExact === false ? '> ' : '';
  return (
    <div className="list-page">
      <header className="page-header">
        <h1>{title}</h1>
        <span className="list-count" role="status">
          {count === undefined ? '' : `${more}${total(count)}`}
        </span>
        {also ? (
          <div className="page-actions">
            {also}
            {create && <CreateLink {...create} />}
          </div>
        ) : (
          create && <CreateLink {...create} />
        )}
      </header>
      <section className="list-card" aria-label={title}>
        <div className="list-tools">
          {searchLabel !== undefined && (
            <SearchBox
              label={searchLabel}
              search={control.state.search}
              onSearch={(search) => control.change({ search }, { replace: true })}
            />
          )}
          {filters}
          <SortSelect columns={columns} control={control} />
        </div>
        <ListBody {...props} />
      </section>
    </div>
  );
}
