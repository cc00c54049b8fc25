import { Button, ProgressBar } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import type { Upload } from '#web/staff/platform/uploads/use-upload.ts';
import { useFileProblem } from './import-errors.tsx';

// These problems lie in the file itself, so a retry of the same file would fail again.
const lasting = new Set([400, 413, 415]);

interface ImportSendingProps {
  readonly upload: Upload<unknown>;
  readonly title: string;
  readonly onRetry: (file: File) => Promise<void>;
}

/** The progress of the upload, or the reason why the file did not arrive or could not be read. */
export function ImportSending({ upload: { file, progress, problem }, title, onRetry }: ImportSendingProps) {
  const { t } = useTranslation('users');
  const textOf = useFileProblem();
  if (file === undefined) return null;
  if (progress !== undefined) {
    return (
      <div className="import-sending">
        <span role="status">{title}</span>
        <ProgressBar value={progress < 1 ? progress : undefined} intent="primary" stripes aria-label={title} />
      </div>
    );
  }
  if (problem === undefined || problem.cancelled) return null;
  const ofFile = lasting.has(problem.status);
  return (
    <div className="import-problem" role="alert">
      <p>
        <b>{t(ofFile ? 'fileRefused' : 'fileNotSent', { name: file.name })}</b> {textOf(problem)}
      </p>
      {!ofFile && <Button size="small" text={t('checkAgain')} onClick={() => void onRetry(file)} />}
    </div>
  );
}
