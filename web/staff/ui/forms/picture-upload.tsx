import { Button, ProgressBar } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import type { ClientProblem } from '#web/shared/apollo/problem.ts';
import type { Upload } from '#web/staff/platform/uploads/use-upload.ts';
import { problemText } from '#web/staff/platform/toasts/problem-toast.ts';

// The file is too large (413) or has the wrong type (415): a retry would be refused again.
const lasting = new Set([413, 415]);

interface PictureUploadProps {
  readonly upload: Upload<unknown>;
  readonly onRetry: () => void;
  /** Forgets the failed file. Absent in a list of files that has its own button for this. */
  readonly onLeave?: () => void;
}

/** The upload's progress, success or problem, and the problem of a later file that was refused. */
export function PictureUpload(props: PictureUploadProps) {
  const { refused } = props.upload;
  return (
    <>
      <FileState {...props} />
      {refused && <FileProblem {...refused} />}
    </>
  );
}

function FileState({ upload, onRetry, onLeave }: PictureUploadProps) {
  const { t } = useTranslation('forms');
  const { file, progress, problem } = upload;
  if (file === undefined) return null;
  if (progress !== undefined) {
    const whole = progress >= 1;
    return (
      <div className="picture-progress">
        <span>{whole ? t('preparingPicture', { name: file.name }) : t('sendingPicture', { name: file.name })}</span>
        <ProgressBar
          value={whole ? undefined : progress}
          intent="primary"
          stripes={whole}
          aria-label={t('sendingPicture', { name: file.name })}
        />
        <span className="picture-share">
          {t('sentShare', { percent: Math.round(progress * 100) })}
          <Button size="small" text={t('stopSending')} onClick={upload.cancel} />
        </span>
      </div>
    );
  }
  if (problem !== undefined) return <FileProblem file={file} problem={problem} onRetry={onRetry} onLeave={onLeave} />;
  return (
    <p className="picture-done" role="status">
      {t('pictureSent', { name: file.name })}
    </p>
  );
}

interface FileProblemProps {
  readonly file: File;
  readonly problem: ClientProblem;
  readonly onRetry?: () => void;
  readonly onLeave?: (() => void) | undefined;
}

function FileProblem({ file, problem, onRetry, onLeave }: FileProblemProps) {
  const { t } = useTranslation(['forms', 'common']);
  return (
    <div className="picture-problem" role="alert">
      <p>
        <b>{t('pictureNotSent', { name: file.name })}</b> {problemText(problem)}
      </p>
      <span className="picture-buttons">
        {onRetry && !lasting.has(problem.status) && <Button size="small" text={t('common.retry')} onClick={onRetry} />}
        {onLeave && <Button size="small" variant="minimal" text={t('leaveFile')} onClick={onLeave} />}
      </span>
    </div>
  );
}
