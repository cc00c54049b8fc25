import { Button, ProgressBar } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import { networkOnly, jobInterval } from '#web/staff/platform/apollo/freshness.ts';
import { localeOf } from '#schema/languages.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { downloadFile } from '#web/staff/ui/controls/download.ts';
import { useReportExportQuery, type ReportExportProgressFragment } from '#web/staff/operations.generated.ts';
import { isJobGone, JobAlert, JobProblem } from '#web/staff/ui/jobs/job-states.tsx';
import { useJobProblem } from '#web/staff/ui/jobs/use-job-problem.ts';

interface ExportJobProps {
  readonly id: string;
  /** The button that exports again. */
  readonly again: ReactNode;
}

/** The progress of an export, then its file or the reason for its failure. */
export function ExportJob({ id, again }: ExportJobProps) {
  const { t, i18n } = useTranslation('reports');
  const format = new Intl.NumberFormat(localeOf(i18n.language));
  const query = useReportExportQuery({
    variables: { id },
    ...networkOnly,
    pollInterval: jobInterval,
    ...ownProblems,
  });
  const { refetch, stopPolling } = query;
  const { reportExport } = query.data ?? query.previousData ?? {};
  const job = reportExport && unmask<ReportExportProgressFragment>(reportExport);
  const problem = useJobProblem(query);
  const isGone = isJobGone(problem);
  const over = isGone || job?.state === 'DONE' || job?.state === 'FAILED';

  useEffect(() => {
    if (over) stopPolling();
  }, [over, stopPolling]);

  // The link on the screen may be older than ten minutes.
  async function save(): Promise<void> {
    // The screen shows the problem below.
    const answer = await refetch().catch(() => undefined);
    const file = answer?.data && unmask<ReportExportProgressFragment>(answer.data.reportExport).file;
    if (file) downloadFile(file);
  }

  if (isGone || job?.state === 'FAILED') {
    return (
      <JobAlert>
        <span>{t(isGone ? 'exportGone' : 'exportFailed')}</span>
        {again}
      </JobAlert>
    );
  }
  if (job?.state === 'DONE') {
    return (
      <>
        <Button intent="primary" icon={<Download />} text={t('exportSave')} onClick={() => void save()} />
        {again}
        <span role="status">
          {t('exportDone', { file: job.file?.fileName, count: job.rowsDone, rows: format.format(job.rowsDone) })}
        </span>
        <JobProblem problem={problem} />
      </>
    );
  }
  return (
    <>
      <Running job={job} />
      <JobProblem problem={problem} onRetry={() => void refetch().catch(() => undefined)} />
    </>
  );
}

function Running({ job }: { readonly job: ReportExportProgressFragment | undefined }) {
  const { t, i18n } = useTranslation('reports');
  const format = new Intl.NumberFormat(localeOf(i18n.language));
  const { rowsDone = 0, rowsTotal } = job ?? {};
  const hasTotal = rowsTotal !== undefined && rowsTotal !== null;
  return (
    <div className="report-export-running">
      <ProgressBar
        value={hasTotal && rowsTotal > 0 ? rowsDone / rowsTotal : 0}
        intent="primary"
        aria-label={t('exportRunning')}
      />
      <span role="status">
        {hasTotal
          ? t('exportProgress', { done: format.format(rowsDone), total: format.format(rowsTotal) })
          : t('exportWaiting')}
      </span>
    </div>
  );
}
