import { useEffect, useEffectEvent, useState } from 'react';
import { randomUuid } from '#web/shared/random-uuid.ts';
import { useUpload } from '#web/shared/uploads/use-upload.ts';
import { SendRecordingDocument, type SendRecordingMutation } from '#web/student/operations.generated.ts';
import type { Desk } from './desk.ts';
import { followUpload, type Outcome } from './follow-upload.ts';
import type { Recording } from './recording.ts';
import { refusalBy, refusalOf, type Refusal } from './send-words.ts';

interface SendingParts {
  readonly desk: Desk;
  readonly recording: Recording;
  readonly classHashCode: string;
}

/** A recording's way to the wall: sent, then asked for until the server has decoded it. It stays on the device till then. */
export function useSending({ desk, recording, classHashCode }: SendingParts) {
  const { id, profileId, lessonHashCode, requestId, bytes } = recording;
  const [rejected, setRejected] = useState<Refusal>();
  const upload = useUpload<SendRecordingMutation>({
    mutation: SendRecordingDocument,
    variable: 'file',
    variables: { input: { studentId: profileId, classHashCode, lessonHashCode, clientId: id } },
  });

  const end = useEffectEvent(async (outcome: Outcome | undefined) => {
    if (outcome?.kind === 'ready') return desk.sent(recording, outcome.shown);
    if (outcome?.kind !== 'rejected') return;
    setRejected(refusalOf(outcome.messageKey));
    // Under its old id the server would only repeat itself.
    await desk.mark({ id: randomUuid(), requestId: null });
  });
  useEffect(() => {
    if (requestId === null) return undefined;
    const following = new AbortController();
    void followUpload({ requestId, classHashCode, lessonHashCode, signal: following.signal }).then((outcome) => {
      if (!following.signal.aborted) void end(outcome);
    });
    return () => following.abort();
  }, [requestId, classHashCode, lessonHashCode]);

  async function send(): Promise<void> {
    setRejected(undefined);
    const sent = await upload.start(new File([bytes], 'recording.mp3', { type: 'audio/mpeg' }));
    if (sent) await desk.mark({ requestId: sent.uploadCommunityRecord.requestId });
  }

  const { progress, problem } = upload;
  return {
    send,
    /** How much is sent, from 0 to 1; undefined when nothing is under way. */
    progress,
    /** The server makes it ready. */
    preparing: requestId !== null,
    refusal: problem && !problem.cancelled ? refusalBy(problem) : rejected,
  };
}
