import { AnchorButton } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { useEffect, useRef, type ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { useTitle } from '#web/shared/title.ts';
import { useFocusAfterRemoval } from '#web/staff/ui/controls/use-focus-after-removal.ts';
import { EmptyList, ListProblem, ListSkeleton, NoMatch, NoPermission, StaleNotice } from './list-states.tsx';
import { ListTable, type ListRows, type ListTableProps } from './list-table.tsx';
import { SearchBox } from './search-box.tsx';
import { SortSelect } from './sort-select.tsx';
import type { ListControl } from './use-list-state.ts';
import './list-page.css';

interface ListPageProps<Row, Field extends string, Filter extends string> extends ListBodyProps<Row, Field, Filter> {
  /** The total in words: "12 classes". */
  readonly total: (count: number) => string;
  /** Absent for a list that cannot be searched. */
  readonly searchLabel?: string;
  readonly filters?: ReactNode;
  /** Further buttons, before the create button. */
  readonly also?: ReactNode;
  /** Content between the heading and the list. */
  readonly above?: ReactNode;
}

/** Every staff list: search, filters, sort and paging from the URL, five designed states, cards on a phone. */
export function ListPage<Row, Field extends string, Filter extends string>(props: ListPageProps<Row, Field, Filter>) {
  const { title, total, searchLabel, create, columns, answer, control, filters, also, above } = props;
  useTitle(title);
  const count = isAwaited(answer) ? undefined : answer.page?.totalCount;
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
      {above}
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

/** The answer of a list's query hook: see `listAnswer`. */
export interface ListAnswer<Row> {
  readonly page: ListRows<Row> | undefined;
  readonly loading: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** True while the rows are unknown: an empty page may belong to the previous request. */
const isAwaited = ({ page, loading }: Pick<ListAnswer<unknown>, 'page' | 'loading'>): boolean =>
  loading && page?.items.length === 0;

export interface ListBodyProps<Row, Field extends string, Filter extends string> extends Omit<
  ListTableProps<Row, Field, Filter>,
  'page' | 'busy'
> {
  readonly create?: CreateLinkProps;
  readonly answer: ListAnswer<Row>;
  readonly empty: { readonly title: string; readonly text: string };
}

/** The table, or the state in its place. When a row leaves, the focus stays in the list. */
export function ListBody<Row, Field extends string, Filter extends string>(props: ListBodyProps<Row, Field, Filter>) {
  const root = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(root, 'tbody > tr');
  return (
    <div ref={root}>
      <ListState {...props} />
    </div>
  );
}

/** The table, or one of: skeleton, empty, no match, error, no permission. */
function ListState<Row, Field extends string, Filter extends string>(props: ListBodyProps<Row, Field, Filter>) {
  const { columns, answer, control, empty, create } = props;
  const { page, loading, retry } = answer;
  const { search } = control.state;
  const problem = answer.error === undefined ? undefined : problemOf(answer.error);

  if (problem?.status === 403) return <NoPermission />;
  // The empty page belongs to the previous request; the rows of the failed request are unknown.
  if (problem && !loading && !page?.items.length) return <ListProblem problem={problem} onRetry={retry} />;
  if (page === undefined || isAwaited(answer)) return <ListSkeleton columns={columns.length} />;
  if (page.totalCount === 0 && !control.narrowed) {
    return <EmptyList {...empty}>{create && <CreateLink {...create} />}</EmptyList>;
  }
  if (page.items.length === 0 && page.totalCount > 0) {
    return <PastTheEnd control={control} totalCount={page.totalCount} columns={columns.length} />;
  }
  if (page.items.length === 0) return <NoMatch search={search} onClear={control.clear} />;
  return (
    <>
      {problem && <StaleNotice problem={problem} onRetry={retry} />}
      <ListTable {...props} page={page} busy={loading} />
    </>
  );
}

interface PastTheEndProps<Field extends string, Filter extends string> {
  readonly control: ListControl<Field, Filter>;
  readonly totalCount: number;
  readonly columns: number;
}

/** The URL asks for a page after the last one: goes to the last page. */
function PastTheEnd<Field extends string, Filter extends string>(props: PastTheEndProps<Field, Filter>) {
  const { control, totalCount, columns } = props;
  const { page, size, search } = control.state;
  const last = Math.ceil(totalCount / size);
  useEffect(() => {
    if (page > last) control.change({ page: last }, { replace: true });
  });
  // A total that is not exact may be too high; then no page has rows.
  return page > last ? <ListSkeleton columns={columns} /> : <NoMatch search={search} onClear={control.clear} />;
}

export interface CreateLinkProps {
  readonly to: string;
  readonly text: string;
}

export function CreateLink({ to, text }: CreateLinkProps) {
  return (
    <AnchorButton
      intent="primary"
      icon={<Plus />}
      text={text}
      href={useHref(to)}
      onClick={useLinkClickHandler<HTMLElement>(to)}
    />
  );
}
