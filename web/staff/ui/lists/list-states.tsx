import type { ErrorLike } from '@apollo/client';
import { Button } from '@blueprintjs/core';
import { Disable, Inbox, Offline, Search } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type ClientProblem, problemOf } from '#web/shared/apollo/problem.ts';
import { problemText } from '#web/staff/platform/toasts/problem-toast.ts';

interface StateCardProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}

function StateCard({ icon, title, text, children }: StateCardProps) {
  return (
    <div className="list-state">
      <span className="list-state-icon">{icon}</span>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </div>
  );
}

/** Grey rows in the shape of the table, while the first page loads. */
export function ListSkeleton({ columns }: { readonly columns: number }) {
  const { t } = useTranslation();
  return (
    <div className="list-skeleton" role="status" aria-label={t('loading')}>
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row} className="list-skeleton-row">
          {Array.from({ length: columns }, (__, cell) => (
            <span key={cell} className="bp6-skeleton" />
          ))}
        </div>
      ))}
    </div>
  );
}

interface EmptyListProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** The list has no rows at all. `children` is the next step. */
export function EmptyList({ title, text, children }: EmptyListProps) {
  return (
    <StateCard icon={<Inbox size={28} />} title={title} text={text}>
      {children}
    </StateCard>
  );
}

/** No row matches: names the search and offers to clear search and filters. */
export function NoMatch({ search, onClear }: { readonly search: string; readonly onClear: () => void }) {
  const { t } = useTranslation('lists');
  return (
    <StateCard
      icon={<Search size={28} />}
      title={search === '' ? t('noMatchFilters') : t('noMatch', { search })}
      text={t(search === '' ? 'noMatchFiltersText' : 'noMatchText')}
    >
      <Button text={t('clearFilters')} onClick={onClear} />
    </StateCard>
  );
}

export function NoPermission() {
  const { t } = useTranslation('lists');
  return <StateCard icon={<Disable size={28} />} title={t('noPermission')} text={t('noPermissionText')} />;
}

interface ListProblemProps {
  readonly problem: ClientProblem;
  readonly onRetry: () => void;
}

/** The first page failed to load. */
export function ListProblem({ problem, onRetry }: ListProblemProps) {
  const { t } = useTranslation();
  return (
    <StateCard icon={<Offline size={28} />} title={problemText(problem)}>
      <Button text={t('retry')} onClick={onRetry} />
    </StateCard>
  );
}

interface AwaitedPanelProps {
  readonly query: {
    readonly error?: ErrorLike | undefined;
    readonly loading: boolean;
    readonly refetch: () => Promise<unknown>;
  };
}

/** The content of a panel whose query has no answer yet, or failed. */
export function AwaitedPanel({ query: { error, loading, refetch } }: AwaitedPanelProps) {
  return error && !loading ? (
    <ListProblem problem={problemOf(error)} onRetry={() => void refetch().catch(() => undefined)} />
  ) : (
    <ListSkeleton columns={2} />
  );
}

/** A later page failed to load: the old rows stay. */
export function StaleNotice({ problem, onRetry }: ListProblemProps) {
  const { t } = useTranslation(['lists', 'common']);
  return (
    <p className="list-stale">
      <Offline />
      <span>
        {problemText(problem)} {t('staleRows')}
      </span>
      <Button size="small" text={t('common.retry')} onClick={onRetry} />
    </p>
  );
}
