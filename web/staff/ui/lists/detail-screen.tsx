import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { ScreenLoading } from '#web/staff/ui/controls/screen-loading.tsx';
import { ListProblem } from './list-states.tsx';

interface DetailScreenProps {
  /** The path of the row's list; `title` is the name of that list. */
  readonly list: string;
  readonly title: string;
  /** A breadcrumb trail in place of the link to the list, for a row below several levels. */
  readonly trail?: ReactNode;
  /** The heading when the row does not exist or the user cannot see the row. */
  readonly missingTitle: string;
  readonly missingText: string;
  readonly query: { readonly error?: unknown; refetch(): Promise<unknown> };
  /** The level of the heading; 2 inside a screen that has its own heading. */
  readonly level?: 1 | 2;
  /** The row's content; absent until the row is loaded. */
  readonly children: ReactNode;
}

/** The screen of one row, with its states: loading, missing, failed. */
export function DetailScreen(props: DetailScreenProps) {
  const { list, title, trail, missingTitle, missingText, query, level = 1, children } = props;
  const Heading = `h${level}` as const;
  const problem = query.error ? problemOf(query.error) : undefined;
  const unknown = problem?.status === 404 || problem?.status === 400;
  const inPlace = problem ? (
    <>
      <header className="page-header">
        <Heading>{unknown ? missingTitle : title}</Heading>
      </header>
      <div className="panel">
        {unknown ? <p>{missingText}</p> : <ListProblem problem={problem} onRetry={() => void query.refetch()} />}
      </div>
    </>
  ) : (
    <ScreenLoading />
  );
  return (
    <>
      {trail ?? (
        <Link to={list} className="back-link">
          {title}
        </Link>
      )}
      {children ?? inPlace}
    </>
  );
}
