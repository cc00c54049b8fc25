import { ProgressBar, Spinner } from '@blueprintjs/core';
import { useApolloClient } from '@apollo/client/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { askedNow } from '#web/staff/platform/apollo/freshness.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { forgetStale } from '#web/staff/platform/apollo/stale-link.ts';
import { effects } from '#web/staff/platform/apollo/stale-lists.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { ListProblem } from '#web/staff/ui/lists/list-states.tsx';
import { useUserImportQuery, type UserImportProgressFragment } from '#web/staff/operations.generated.ts';
import { ImportDone } from './import-done.tsx';

interface ImportJobProps {
  readonly id: string;
  readonly onAnother: () => void;
}

/** Milliseconds between two looks at the job. */
const interval = 1000;

/** The progress of the import, then its result. */
export function ImportJob({ id, onAnother }: ImportJobProps) {
  const { t, i18n } = useTranslation(['users', 'common']);
  const client = useApolloClient();
  const query = useUserImportQuery({
    variables: { id, language: i18n.language === 'jp' ? 'JP' : 'EN' },
    ...askedNow,
    pollInterval: interval,
    ...ownProblems,
  });
  const { error, refetch, stopPolling } = query;
  const job = (query.data ?? query.previousData)?.userImport;
  const over = job?.state === 'DONE';
  const problem = error ? problemOf(error) : undefined;
  const isGone = problem?.status === 404 || problem?.status === 400;

  useEffect(() => {
    if (over || isGone) stopPolling();
    if (over) forgetStale(client, effects.ImportUsers);
  }, [over, isGone, stopPolling, client]);

  if (isGone) {
    return (
      <section className="panel" aria-label={t('importGone')}>
        <h2>{t('importGone')}</h2>
        <p>{t('importGoneText')}</p>
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
  return over ? (
    <ImportDone job={job} onAnother={onAnother} fresh={async () => (await refetch()).data?.userImport} />
  ) : (
    <Running job={job} />
  );
}

function Running({ job: { fileName: name, state, processed, total } }: { readonly job: UserImportProgressFragment }) {
  const { t } = useTranslation('users');
  const title = t('importRunning', { name });
  return (
    <section className="panel import-running" aria-label={title}>
      <h2>{title}</h2>
      <ProgressBar value={total > 0 ? processed / total : 0} intent="primary" aria-label={title} />
      <p>{state === 'WAITING' ? t('importWaiting') : t('importProgress', { processed, total })}</p>
      <p className="import-read">{t('importStays')}</p>
    </section>
  );
}
