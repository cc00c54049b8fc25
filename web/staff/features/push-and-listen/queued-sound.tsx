import { Button } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf, type ClientProblem } from '#web/shared/apollo/problem.ts';
import { PictureUpload } from '#web/staff/ui/forms/picture-upload.tsx';
import type { UploadSoundMutation } from '#web/staff/operations.generated.ts';
import { refusalOfSound, useSoundUpload } from '#web/staff/features/sounds/sound-choice.ts';
import { problemText } from '#web/staff/platform/toasts/problem-toast.ts';

interface QueuedSoundLineProps {
  readonly file: File;
  readonly onSent: (audioId: string) => Promise<void>;
  /** Called after a failure: the next file takes its turn, and this file can be sent again. */
  readonly onEnd: () => void;
  /** Called when the file has become an item or was dropped. */
  readonly onDone: () => void;
}

/** A sound that was uploaded but has not become an item. */
interface Failure {
  readonly audioId: string;
  readonly problem: ClientProblem;
}

/** One of several files: its upload progress, or the reason for its refusal. */
export function QueuedSoundLine({ file, onSent, onEnd, onDone }: QueuedSoundLineProps) {
  const { t } = useTranslation(['push-and-listen', 'common']);
  const upload = useSoundUpload();
  const [failure, setFailure] = useState<Failure>();

  async function follow(sent: Promise<UploadSoundMutation | undefined>): Promise<void> {
    const sound = (await sent)?.uploadPushAndListenAudio;
    if (sound === undefined) return onEnd();
    await make(sound.id);
  }

  async function make(audioId: string): Promise<void> {
    setFailure(undefined);
    try {
      await onSent(audioId);
      onDone();
    } catch (error) {
      setFailure({ audioId, problem: problemOf(error) });
      onEnd();
    }
  }

  const begin = useRef(() => {
    const refusal = refusalOfSound(file);
    if (refusal === undefined) return void follow(upload.start(file));
    upload.refuse(file, refusal);
    onEnd();
  });
  useEffect(() => {
    begin.current();
  }, []);

  return (
    <li className="queued-sound">
      <PictureUpload
        upload={{ ...upload, cancel: () => (upload.cancel(), onDone()) }}
        onRetry={() => void follow(upload.retry())}
      />
      {failure !== undefined && (
        <>
          <p role="alert">{problemText(failure.problem)}</p>
          <Button size="small" text={t('common.retry')} onClick={() => void make(failure.audioId)} />
        </>
      )}
      {(upload.problem ?? upload.refused ?? failure) !== undefined && (
        <Button size="small" variant="minimal" text={t('giveUpFile', { name: file.name })} onClick={onDone} />
      )}
    </li>
  );
}
