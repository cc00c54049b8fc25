import { ProgressBar, Spinner } from '@blueprintjs/core';
import { useApolloClient } from '@apollo/client/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import {
  useRosterImportQuery,
  type RosterImportProgressFragment,
  type RosterImportQuery,
} from '#web/staff/operations.generated.ts';
import { askedNow } from '#web/staff/platform/apollo/freshness.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { forgetStale } from '#web/staff/platform/apollo/stale-link.ts';
import { effects } from '#web/staff/platform/apollo/stale-lists.ts';
import { ListProblem } from '#web/staff/ui/lists/list-states.tsx';
import { RosterResult } from './roster-result.tsx';

interface RosterJobProps {
  readonly id: string;
  readonly onAnother: () => void;
}

/** Milliseconds between two looks at the job. */
const interval = 1000;

const progressOf = (data: RosterImportQuery | undefined): RosterImportProgressFragment | undefined =>
  data && unmask(data.rosterImport);

/** The progress of a check or an import, then its result. */
export function RosterJob({ id, onAnother }: RosterJobProps) {
  const { t, i18n } = useTranslation(['one-roster', 'common']);
  const client = useApolloClient();
  const query = useRosterImportQuery({
    variables: { id, language: i18n.language === 'jp' ? 'JP' : 'EN' },
    ...askedNow,
    pollInterval: interval,
    ...ownProblems,
  });
  const { error, refetch, startPolling, stopPolling } = query;
  const job = progressOf(query.data ?? query.previousData);
  const isOver = job !== undefined && job.state !== 'WAITING' && job.state !== 'RUNNING';
  const hasWritten = isOver && !job.dryRun;
  const problem = error ? problemOf(error) : undefined;
  const isGone = problem?.status === 404 || problem?.status === 400;

  useEffect(() => {
    if (isOver || isGone) stopPolling();
    else startPolling(interval);
    if (hasWritten) forgetStale(client, effects.StartRosterImport);
  }, [isOver, hasWritten, isGone, startPolling, stopPolling, client]);

  if (isGone) {
    return (
      <section className="panel" aria-label={t('gone')}>
        <h2>{t('gone')}</h2>
        <p>{t('goneText')}</p>
      </section>
    );
  }
  if (job === undefined) {
    return problem ? (
      <ListProblem problem={problem} onRetry={() => void refetch()} />
    ) : (
      <div className="screen-loading">
        <Spinner aria-label={t('common.loading')} />
      </div>
    );
  }
  return isOver ? (
    <RosterResult
      key={job.state}
      job={job}
      onAnother={onAnother}
      fresh={async () => progressOf((await refetch()).data)}
    />
  ) : (
    <Running job={job} />
  );
}

interface RunningProps {
  readonly job: RosterImportProgressFragment;
}

function Running({ job: { fileName: name, state, dryRun, processed, total } }: RunningProps) {
  const { t } = useTranslation('one-roster');
  const title = t(dryRun ? 'checking' : 'importing', { name });
  return (
    <section className="panel import-running" aria-label={title}>
      <h2>{title}</h2>
      <ProgressBar value={total > 0 ? processed / total : 0} intent="primary" aria-label={title} />
      <p>{state === 'WAITING' ? t('waiting') : t('progress', { processed, total })}</p>
      <p className="import-read">{t('stays')}</p>
    </section>
  );
}
