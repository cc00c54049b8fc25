import { ProgressBar, Spinner } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import type { ClientProblem } from '#web/shared/apollo/problem.ts';
import { ListProblem } from '#web/staff/ui/lists/list-states.tsx';

/** Whether a job is not there any more, or never was. */
export const isJobGone = (problem: ClientProblem | undefined): boolean =>
  problem?.status === 404 || problem?.status === 400;

interface JobMissingProps {
  readonly problem: ClientProblem | undefined;
  /** What is said of a job that is gone. */
  readonly goneTitle: string;
  readonly goneText: string;
  readonly onRetry: () => void;
}

/** Stands in place of a job that cannot be shown: it is gone, could not be read, or is being read. */
export function JobMissing({ problem, goneTitle, goneText, onRetry }: JobMissingProps) {
  const { t } = useTranslation('common');
  if (isJobGone(problem)) {
    return (
      <section className="panel" aria-label={goneTitle}>
        <h2>{goneTitle}</h2>
        <p>{goneText}</p>
      </section>
    );
  }
  return problem ? (
    <ListProblem problem={problem} onRetry={onRetry} />
  ) : (
    <div className="screen-loading">
      <Spinner aria-label={t('loading')} />
    </div>
  );
}

interface JobProgressProps {
  readonly title: string;
  readonly processed: number;
  readonly total: number;
  /** How far the job is, in words. */
  readonly text: string;
  /** That the job goes on without this page. */
  readonly note: string;
}

/** A job that waits or runs. */
export function JobProgress({ title, processed, total, text, note }: JobProgressProps) {
  return (
    <section className="panel import-running" aria-label={title}>
      <h2>{title}</h2>
      <ProgressBar value={total > 0 ? processed / total : 0} intent="primary" aria-label={title} />
      <p>{text}</p>
      <p className="import-read">{note}</p>
    </section>
  );
}
