import { Button } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { graphqlLanguage } from '#web/staff/platform/apollo/graphql-language.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { useStartReportExportMutation, type StartReportExportInput } from '#web/staff/operations.generated.ts';
import { JobProblem } from '#web/staff/ui/jobs/job-states.tsx';
import { ExportJob } from './export-job.tsx';
import './report-export.css';

/** The screen's query, so that the file has the same rows in the same order. */
export type ExportQuestion = Omit<StartReportExportInput, 'language'>;

interface ReportExportProps {
  readonly question: ExportQuestion;
  /** The id of the job in the URL, so that a reload continues to show the job. */
  readonly id: string | undefined;
  readonly onStarted: (id: string) => void;
}

/** The raw data of the report as a file, which a job makes. */
export function ReportExport({ question, id, onStarted }: ReportExportProps) {
  const { t, i18n } = useTranslation('reports');
  const box = useRef<HTMLElement>(null);
  const [run, { loading, error }] = useStartReportExportMutation(ownProblems);

  async function start(): Promise<void> {
    const language = graphqlLanguage(i18n.language);
    // The screen shows a refusal below.
    const { data } = await run({ variables: { input: { ...question, language } } }).catch(() => ({ data: undefined }));
    if (!data) return;
    // The pressed button disappears, so the focus moves to the box to keep the place of keyboard users.
    box.current?.focus();
    onStarted(data.startReportExport.id);
  }

  const again = <Button text={t('exportAgain')} aria-disabled={loading} onClick={() => !loading && void start()} />;
  return (
    <section ref={box} tabIndex={-1} className="report-export" aria-label={t('exportTitle')}>
      {id === undefined ? (
        <Button
          icon={<Download />}
          text={t('exportStart')}
          aria-disabled={loading}
          onClick={() => !loading && void start()}
        />
      ) : (
        <ExportJob key={id} id={id} again={again} />
      )}
      <JobProblem problem={error && problemOf(error)} />
    </section>
  );
}
