import { Button, ProgressBar } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import type { Upload } from '#web/staff/platform/uploads/use-upload.ts';
import { problemText } from '#web/staff/platform/toasts/problem-toast.ts';

// Too large, or of another kind: the same file would be refused again.
const lasting = new Set([413, 415]);

interface PictureUploadProps {
  readonly upload: Upload<unknown>;
  readonly onRetry: () => void;
}

/** How far a file has come, why it did not arrive, or that it did. */
export function PictureUpload({ upload, onRetry }: PictureUploadProps) {
  const { t } = useTranslation(['forms', 'common']);
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
  if (problem !== undefined) {
    return (
      <div className="picture-problem" role="alert">
        <p>
          <b>{t('pictureNotSent', { name: file.name })}</b> {problemText(problem)}
        </p>
        {!lasting.has(problem.status) && <Button size="small" text={t('common.retry')} onClick={onRetry} />}
      </div>
    );
  }
  return (
    <p className="picture-done" role="status">
      {t('pictureSent', { name: file.name })}
    </p>
  );
}
