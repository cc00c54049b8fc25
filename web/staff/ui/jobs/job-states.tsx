import { Button, ProgressBar } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientProblem } from '#web/shared/apollo/problem.ts';
import { problemText } from '#web/staff/platform/toasts/problem-toast.ts';
import { ScreenLoading } from '#web/staff/ui/controls/screen-loading.tsx';
import { ListProblem } from '#web/staff/ui/lists/list-states.tsx';
import './job-states.css';

/** True if the job has expired or never existed. */
export const isJobGone = (problem: ClientProblem | undefined): boolean =>
  problem?.status === 404 || problem?.status === 400;

interface JobMissingProps {
  readonly problem: ClientProblem | undefined;
  /** The title of the notice about a missing job. */
  readonly goneTitle: string;
  readonly goneText: string;
  readonly onRetry: () => void;
}

/** Replaces a job that cannot be shown: the job is missing, could not be read, or is loading. */
export function JobMissing({ problem, goneTitle, goneText, onRetry }: JobMissingProps) {
  if (isJobGone(problem)) {
    return (
      <section className="panel" aria-label={goneTitle}>
        <h2>{goneTitle}</h2>
        <p>{goneText}</p>
      </section>
    );
  }
  return problem ? <ListProblem problem={problem} onRetry={onRetry} /> : <ScreenLoading />;
}

interface JobProgressProps {
  readonly title: string;
  readonly processed: number;
  readonly total: number;
  /** The progress in words. */
  readonly text: string;
  /** The note that the job continues after the page is closed. */
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

/** A notice beside a job. */
export function JobAlert({ children }: { readonly children: ReactNode }) {
  return (
    <div className="job-alert" role="alert">
      {children}
    </div>
  );
}

interface JobProblemProps {
  /** Why the last request failed. The job on the screen may be out of date. */
  readonly problem: ClientProblem | undefined;
  readonly onRetry?: () => void;
}

export function JobProblem({ problem, onRetry }: JobProblemProps) {
  const { t } = useTranslation('common');
  if (!problem) return null;
  return (
    <JobAlert>
      <span>{problemText(problem)}</span>
      {onRetry && <Button text={t('retry')} onClick={onRetry} />}
    </JobAlert>
  );
}
