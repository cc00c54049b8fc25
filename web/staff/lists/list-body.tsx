import { problemOf } from '#web/shared/apollo/problem.ts';
import { CreateLink, type CreateLinkProps } from './create-link.tsx';
import { EmptyList, ListProblem, ListSkeleton, NoMatch, NoPermission, StaleNotice } from './list-states.tsx';
import { ListTable, type Column } from './list-table.tsx';
import { Pagination } from './pagination.tsx';
import type { ListControl } from './use-list-state.ts';
import './list-page.css';

/** What a list's hook answered: see `listAnswer`. */
export interface ListAnswer<Row> {
  readonly page: { readonly items: readonly Row[]; readonly totalCount: number } | undefined;
  readonly loading: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

export interface ListBodyProps<Row, Field extends string, Filter extends string> {
  readonly title: string;
  readonly create?: CreateLinkProps;
  readonly columns: readonly Column<Row, Field>[];
  readonly keyOf: (row: Row) => string;
  readonly answer: ListAnswer<Row>;
  readonly control: ListControl<Field, Filter>;
  readonly empty: { readonly title: string; readonly text: string };
}

/** The rows with their pages, or the state that stands for them. */
export function ListBody<Row, Field extends string, Filter extends string>(props: ListBodyProps<Row, Field, Filter>) {
  const { title, columns, keyOf, answer, control, empty, create } = props;
  const { page, loading, retry } = answer;
  const { state, change } = control;
  const problem = answer.error === undefined ? undefined : problemOf(answer.error);

  if (problem?.status === 403) return <NoPermission />;
  if (page === undefined) {
    return problem && !loading ? (
      <ListProblem problem={problem} onRetry={retry} />
    ) : (
      <ListSkeleton columns={columns.length} />
    );
  }
  if (page.totalCount === 0 && !control.narrowed) {
    return <EmptyList {...empty}>{create && <CreateLink {...create} />}</EmptyList>;
  }
  if (page.items.length === 0) return <NoMatch search={state.search} onClear={control.clear} />;
  return (
    <>
      {problem && <StaleNotice problem={problem} onRetry={retry} />}
      <ListTable
        caption={title}
        columns={columns}
        rows={page.items}
        keyOf={keyOf}
        sort={state.sort}
        onSort={(sort) => change({ sort })}
        busy={loading}
      />
      <Pagination
        page={state.page}
        size={state.size}
        totalCount={page.totalCount}
        onPage={(number) => change({ page: number })}
        onSize={(size) => change({ size })}
      />
    </>
  );
}
