import { useApolloClient } from '@apollo/client/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import {
  useRosterImportQuery,
  type RosterImportProgressFragment,
  type RosterImportQuery,
} from '#web/staff/operations.generated.ts';
import { networkOnly, jobInterval } from '#web/staff/platform/apollo/freshness.ts';
import { graphqlLanguage } from '#web/staff/platform/apollo/graphql-language.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { forgetStale } from '#web/staff/platform/apollo/stale-link.ts';
import { effects } from '#web/staff/platform/apollo/stale-lists.ts';
import { isJobGone, JobMissing, JobProblem, JobProgress } from '#web/staff/ui/jobs/job-states.tsx';
import { useJobProblem } from '#web/staff/ui/jobs/use-job-problem.ts';
import { RosterResult } from './roster-result.tsx';

interface RosterJobProps {
  readonly id: string;
  readonly onAnother: () => void;
}

const progressOf = (data: RosterImportQuery | undefined): RosterImportProgressFragment | undefined =>
  data && unmask<RosterImportProgressFragment>(data.rosterImport);

/** The progress of a check or an import, then its result. */
export function RosterJob({ id, onAnother }: RosterJobProps) {
  const { t, i18n } = useTranslation('one-roster');
  const client = useApolloClient();
  const query = useRosterImportQuery({
    variables: { id, language: graphqlLanguage(i18n.language) },
    ...networkOnly,
    ...ownProblems,
  });
  const { refetch, startPolling, stopPolling } = query;
  const job = progressOf(query.data ?? query.previousData);
  const isOver = job !== undefined && job.state !== 'WAITING' && job.state !== 'RUNNING';
  const hasWritten = isOver && !job.dryRun;
  const problem = useJobProblem(query);
  const isGone = isJobGone(problem);
  const again = () => refetch().catch(() => undefined);

  // As an option of the query, the polling would start again at each change of language, for a finished job too.
  useEffect(() => {
    if (isOver || isGone) stopPolling();
    else startPolling(jobInterval);
    if (hasWritten) forgetStale(client, effects.StartRosterImport);
  }, [isOver, hasWritten, isGone, startPolling, stopPolling, client]);

  if (isGone || job === undefined) {
    return <JobMissing problem={problem} goneTitle={t('gone')} goneText={t('goneText')} onRetry={() => void again()} />;
  }
  return (
    <>
      {isOver ? (
        <RosterResult
          key={job.state}
          job={job}
          onAnother={onAnother}
          fresh={async () => progressOf((await again())?.data)}
        />
      ) : (
        <Running job={job} />
      )}
      <JobProblem problem={problem} {...(!isOver && { onRetry: () => void again() })} />
    </>
  );
}

interface RunningProps {
  readonly job: RosterImportProgressFragment;
}

function Running({ job: { fileName: name, state, dryRun, processed, total } }: RunningProps) {
  const { t } = useTranslation('one-roster');
  const title = t(dryRun ? 'checking' : 'importing', { name });
  const text = state === 'WAITING' ? t('waiting') : t('progress', { processed, total });
  return <JobProgress title={title} processed={processed} total={total} text={text} note={t('stays')} />;
}
