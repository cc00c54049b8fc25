import { HTMLSelect } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '#web/shared/title.ts';
import { CreateLink } from './create-link.tsx';
import { ListBody, type ListBodyProps } from './list-body.tsx';
import { SearchBox } from './search-box.tsx';
import './list-page.css';

interface ListPageProps<Row, Field extends string, Filter extends string> extends ListBodyProps<Row, Field, Filter> {
  /** Words for the total, as "12 classes". */
  readonly total: (count: number) => string;
  readonly searchLabel: string;
  readonly filters?: ReactNode;
}

/** Every staff list: search, filters, sort and paging from the URL, five designed states, cards on a phone. */
export function ListPage<Row, Field extends string, Filter extends string>(props: ListPageProps<Row, Field, Filter>) {
  const { title, total, searchLabel, create, answer, control, filters } = props;
  useTitle(title);
  const count = answer.page?.totalCount;
  return (
    <div className="list-page">
      <header className="page-header">
        <h1>{title}</h1>
        <span className="list-count" role="status">
          {count === undefined ? '' : total(count)}
        </span>
        {create && <CreateLink {...create} />}
      </header>
      <section className="list-card" aria-label={title}>
        <div className="list-tools">
          <SearchBox
            label={searchLabel}
            search={control.state.search}
            onSearch={(search) => control.change({ search }, { replace: true })}
          />
          {filters}
          <SortSelect {...props} />
        </div>
        <ListBody {...props} />
      </section>
    </div>
  );
}

/** Cards have no header row to sort by. */
function SortSelect<Row, Field extends string, Filter extends string>(props: ListPageProps<Row, Field, Filter>) {
  const { columns, control } = props;
  const { t } = useTranslation('lists');
  const { sort } = control.state;
  const choices = columns.flatMap(({ sortField, title }) =>
    sortField === undefined
      ? []
      : (['ASC', 'DESC'] as const).map((direction) => ({
          sort: { field: sortField, direction },
          value: `${direction} ${sortField}`,
          label: t(direction === 'ASC' ? 'ascending' : 'descending', { title }),
        })),
  );
  return (
    <HTMLSelect
      className="sort-select"
      aria-label={t('sortBy')}
      value={`${sort.direction} ${sort.field}`}
      options={choices.map(({ value, label }) => ({ value, label }))}
      onChange={(event) => {
        const chosen = choices.find(({ value }) => value === event.target.value);
        if (chosen) control.change({ sort: chosen.sort });
      }}
    />
  );
}
