import { useTranslation } from 'react-i18next';
import { useCheckBrokenLinkMutation } from '#web/staff/operations.generated.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';

export type CheckAgain = (link: { readonly id: string; readonly name: string }) => Promise<void>;

const toasts = {
  WELL: { word: 'worksAgain', severity: 'success' },
  BROKEN: { word: 'stillBroken', severity: 'warning' },
  UNKNOWN: { word: 'notAsked', severity: 'info' },
} as const;

/** Has the server check a link now, and shows the result in a toast. */
export function useCheckAgain(): CheckAgain {
  const { t } = useTranslation('link-health');
  const [check] = useCheckBrokenLinkMutation();
  return async ({ id, name }) => {
    // The error link has shown why it was refused.
    const answer = await check({ variables: { id } }).catch(() => undefined);
    const outcome = answer?.data?.checkBrokenLink.outcome;
    if (outcome) showToast({ message: t(toasts[outcome].word, { name }), severity: toasts[outcome].severity });
  };
}
