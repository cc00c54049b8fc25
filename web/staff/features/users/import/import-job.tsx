import { useApolloClient } from '@apollo/client/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import { networkOnly, jobInterval } from '#web/staff/platform/apollo/freshness.ts';
import { graphqlLanguage } from '#web/staff/platform/apollo/graphql-language.ts';
import { forgetStale } from '#web/staff/platform/apollo/stale-link.ts';
import { effects } from '#web/staff/platform/apollo/stale-lists.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { isJobGone, JobMissing, JobProblem, JobProgress } from '#web/staff/ui/jobs/job-states.tsx';
import { useJobProblem } from '#web/staff/ui/jobs/use-job-problem.ts';
import {
  useUserImportQuery,
  type UserImportProgressFragment,
  type UserImportQuery,
} from '#web/staff/operations.generated.ts';
import { ImportDone } from './import-done.tsx';

interface ImportJobProps {
  readonly id: string;
  readonly onAnother: () => void;
}

const progressOf = (data: UserImportQuery | undefined) => data && unmask<UserImportProgressFragment>(data.userImport);

/** The progress of the import, then its result. */
export function ImportJob({ id, onAnother }: ImportJobProps) {
  const { t, i18n } = useTranslation('users');
  const client = useApolloClient();
  const query = useUserImportQuery({
    variables: { id, language: graphqlLanguage(i18n.language) },
    ...networkOnly,
    ...ownProblems,
  });
  const { refetch, startPolling, stopPolling } = query;
  const job = progressOf(query.data ?? query.previousData);
  const over = job?.state === 'DONE';
  const problem = useJobProblem(query);
  const isGone = isJobGone(problem);
  const again = () => refetch().catch(() => undefined);

  // As an option of the query, the polling would start again at each change of language, for a finished job too.
  useEffect(() => {
    if (over || isGone) stopPolling();
    else startPolling(jobInterval);
    if (over) forgetStale(client, effects.ImportUsers);
  }, [over, isGone, startPolling, stopPolling, client]);

  if (isGone || job === undefined) {
    return (
      <JobMissing
        problem={problem}
        goneTitle={t('importGone')}
        goneText={t('importGoneText')}
        onRetry={() => void again()}
      />
    );
  }
  return (
    <>
      {over ? (
        <ImportDone job={job} onAnother={onAnother} fresh={async () => progressOf((await again())?.data)} />
      ) : (
        <Running job={job} />
      )}
      <JobProblem problem={problem} {...(!over && { onRetry: () => void again() })} />
    </>
  );
}

function Running({ job: { fileName: name, state, processed, total } }: { readonly job: UserImportProgressFragment }) {
  const { t } = useTranslation('users');
  const title = t('importRunning', { name });
  const text = state === 'WAITING' ? t('importWaiting') : t('importProgress', { processed, total });
  return <JobProgress title={title} processed={processed} total={total} text={text} note={t('importStays')} />;
}
