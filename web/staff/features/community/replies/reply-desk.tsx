import { Button } from '@blueprintjs/core';
import { Microphone } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { replySeconds } from '#schema/rules/replies.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { stampNames, StampPicture } from '#web/shared/art/stamps.tsx';
import { SoundRecorder } from '#web/staff/features/sounds/sound-recorder.tsx';
import { useUnsaved } from '#web/staff/platform/unsaved-work.ts';
import { isUnsent } from '#web/staff/platform/uploads/use-upload.ts';
import { PictureUpload } from '#web/staff/ui/forms/picture-upload.tsx';
import type { RepliedPostFragment, PostReplyFragment } from '#web/staff/operations.generated.ts';
import { useGiveStamp, useGiveVoice } from './use-replies.ts';

interface ReplyDeskProps {
  readonly post: RepliedPostFragment;
  /** Called with true when there is a recording that is not sent yet, else with false. Must be stable. */
  readonly onUnsent: (isUnsent: boolean) => void;
}

/** Answers a child's post: a stamp by one click, or a voice that is recorded here. */
export function ReplyDesk({ post, onUnsent }: ReplyDeskProps) {
  const { t } = useTranslation('community');
  const [recording, setRecording] = useState(false);
  const [recorded, setRecorded] = useState(false);
  const giveStamp = useGiveStamp(post);
  const { upload, giveVoice } = useGiveVoice(post);
  useUnsaved(recorded || isUnsent(upload), onUnsent);
  const given = unmask<PostReplyFragment>(post.replies).find(({ kind }) => kind === 'STAMP')?.stamp;
  return (
    <div className="reply-desk">
      <p>{t('replyHint', { name: post.displayName })}</p>
      <div className="reply-stamps" role="group" aria-label={t('stamps')}>
        {stampNames.map((stamp) => (
          <button key={stamp} type="button" aria-pressed={stamp === given} onClick={() => void giveStamp(stamp)}>
            <StampPicture stamp={stamp} size={52} />
            <span>{t(`stamp-${stamp}`)}</span>
          </button>
        ))}
      </div>
      {recording ? (
        <SoundRecorder
          fileName="reply"
          seconds={replySeconds}
          onUse={(file) => {
            setRecording(false);
            void giveVoice(file);
          }}
          onCancel={() => setRecording(false)}
          onUnsaved={setRecorded}
        />
      ) : (
        <Button
          icon={<Microphone />}
          text={t('recordReply')}
          disabled={upload.progress !== undefined}
          onClick={() => setRecording(true)}
        />
      )}
      <PictureUpload upload={upload} onRetry={() => void upload.retry()} onLeave={upload.cancel} />
    </div>
  );
}
