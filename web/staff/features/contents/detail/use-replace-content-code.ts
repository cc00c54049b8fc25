import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { useRegenerateContentQrCodeMutation, type ContentDetailFragment } from '#web/staff/operations.generated.ts';
import { useBreakingQuestion } from '#web/staff/features/printed-codes/use-breaking-question.tsx';

interface ReplaceContentCode {
  readonly replace: (content: Pick<ContentDetailFragment, 'id' | 'name' | 'textBook' | 'version'>) => Promise<void>;
  /** The dialog, rendered anywhere in the screen. */
  readonly question: ReactNode;
}

/** Makes a new QR code for a content, after a question that shows the number of scans of the old one. */
export function useReplaceContentCode(): ReplaceContentCode {
  const { t } = useTranslation('contents');
  const { mayProceed, question } = useBreakingQuestion();
  const [regenerate, { client }] = useRegenerateContentQrCodeMutation();

  async function replace({ id, name, textBook, version }: Parameters<ReplaceContentCode['replace']>[0]): Promise<void> {
    if (!(await mayProceed({ by: 'NEW_QR_CODE', id, name, textBookId: textBook.id }))) return;
    try {
      await regenerate({ variables: { id, version } });
    } catch {
      // The error link has shown the problem. A colleague may have made and printed a new code meanwhile: the page shows it.
      await client.refetchQueries({ include: 'active' }).catch(() => undefined);
      return;
    }
    showToast({ message: t('regenerated'), severity: 'success' });
  }

  return { replace, question };
}
