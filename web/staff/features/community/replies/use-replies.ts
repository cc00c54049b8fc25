import { useTranslation } from 'react-i18next';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { toastProblem } from '#web/staff/platform/toasts/problem-toast.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { useUpload } from '#web/staff/platform/uploads/use-upload.ts';
import {
  ReplyWithVoiceDocument,
  useReplyWithStampMutation,
  useTakeBackReplyMutation,
  type RepliedPostFragment,
  type ReplyKind,
  type ReplyWithVoiceMutation,
  type Stamp,
} from '#web/staff/operations.generated.ts';

const attempt = async (what: () => Promise<void>): Promise<void> => {
  try {
    await what();
  } catch (error) {
    toastProblem(problemOf(error));
  }
};

/** Gives a post a stamp, which replaces an earlier stamp. */
export function useGiveStamp({ id, displayName: name }: RepliedPostFragment) {
  const { t } = useTranslation('community');
  const [send] = useReplyWithStampMutation(ownProblems);
  return (stamp: Stamp) =>
    attempt(async () => {
      await send({ variables: { input: { id, stamp } } });
      showToast({ message: t('wasReplied', { name }), severity: 'success' });
    });
}

/** Sends a recorded voice, which replaces an earlier voice. */
export function useGiveVoice({ id, displayName: name }: RepliedPostFragment) {
  const { t } = useTranslation('community');
  const upload = useUpload<ReplyWithVoiceMutation>({
    mutation: ReplyWithVoiceDocument,
    variable: 'file',
    variables: { id },
    ...ownProblems,
  });
  const giveVoice = async (file: File): Promise<void> => {
    const sent = await upload.start(file);
    if (sent === undefined) return;
    upload.cancel();
    showToast({ message: t('wasReplied', { name }), severity: 'success' });
  };
  return { upload, giveVoice };
}

/** Takes a stamp or a voice back. */
export function useTakeBack({ id }: RepliedPostFragment) {
  const { t } = useTranslation('community');
  const [send] = useTakeBackReplyMutation(ownProblems);
  return (kind: ReplyKind) =>
    attempt(async () => {
      await send({ variables: { input: { id, kind } } });
      showToast({ message: t('replyTakenBack'), severity: 'success' });
    });
}
