import { problemOf } from '#web/shared/apollo/problem.ts';
import { CreateLink, type CreateLinkProps } from './create-link.tsx';
import { EmptyList, ListProblem, ListSkeleton, NoMatch, NoPermission, StaleNotice } from './list-states.tsx';
import { ListRows } from './list-rows.tsx';
import type { Column } from './list-table.tsx';
import { PastTheEnd } from './past-the-end.tsx';
import type { Bulk } from './selection.ts';
import type { ListControl } from './use-list-state.ts';
import './list-page.css';

/** What a list's hook answered: see `listAnswer`. */
export interface ListAnswer<Row> {
  readonly page:
    { readonly items: readonly Row[]; readonly totalCount: number; readonly totalIsExact?: boolean } | undefined;
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
  /** Present where rows can be ticked, for the same to be done with several. */
  readonly bulk?: Bulk<Row>;
}

/** The rows with their pages, or the state that stands for them. */
export function ListBody<Row, Field extends string, Filter extends string>(props: ListBodyProps<Row, Field, Filter>) {
  const { columns, answer, control, empty, create } = props;
  const { page, loading, retry } = answer;
  const { search } = control.state;
  const problem = answer.error === undefined ? undefined : problemOf(answer.error);

  if (problem?.status === 403) return <NoPermission />;
  if (page === undefined) {
    return problem && !loading ? (
      <ListProblem problem={problem} onRetry={retry} />
    ) : (
      <ListSkeleton columns={columns.length} />
    );
  }
  // Of other rows we know that there were none, not of these.
  if (problem && !loading && page.items.length === 0) return <ListProblem problem={problem} onRetry={retry} />;
  if (page.totalCount === 0 && !control.narrowed) {
    return <EmptyList {...empty}>{create && <CreateLink {...create} />}</EmptyList>;
  }
  if (page.items.length === 0 && page.totalCount > 0 && !loading)
    return <PastTheEnd control={control} totalCount={page.totalCount} />;
  if (page.items.length === 0) return <NoMatch search={search} onClear={control.clear} />;
  return (
    <>
      {problem && <StaleNotice problem={problem} onRetry={retry} />}
      <ListRows {...props} page={page} />
    </>
  );
}
