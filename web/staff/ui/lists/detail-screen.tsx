import { Spinner } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { ListProblem } from './list-states.tsx';

interface DetailScreenProps {
  /** The list that it comes from: where it is, and its name. */
  readonly list: string;
  readonly title: string;
  /** Stands in the place of the link to the list, where the way back has several steps. */
  readonly trail?: ReactNode;
  /** Said when there is no such thing, or none that the caller may see. */
  readonly missingTitle: string;
  readonly missingText: string;
  readonly query: { readonly error?: unknown; refetch(): Promise<unknown> };
  /** The level of its heading, where it stands below the heading of another screen. */
  readonly level?: 1 | 2;
  /** What was found; absent until it is. */
  readonly children: ReactNode;
}

/** One row of a list by itself, what stands there until it has come, and when it is not there. */
export function DetailScreen(props: DetailScreenProps) {
  const { list, title, trail, missingTitle, missingText, query, level = 1, children } = props;
  const Heading = `h${level}` as const;
  const { t } = useTranslation('common');
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
    <div className="screen-loading">
      <Spinner aria-label={t('loading')} />
    </div>
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
