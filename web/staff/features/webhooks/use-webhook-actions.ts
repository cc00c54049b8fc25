import { useTranslation } from 'react-i18next';
import { noCache } from '#web/staff/platform/apollo/freshness.ts';
import {
  useDeleteWebhookMutation,
  usePingWebhookMutation,
  useReplayFailedDeliveriesMutation,
  useReplayWebhookDeliveryMutation,
  useRotateWebhookSecretMutation,
  useSetWebhookActiveMutation,
  type WebhookDetailFragment,
} from '#web/staff/operations.generated.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';

/** The actions on a webhook. Each resolves to its outcome. The error link shows the reason for a refusal. */
export interface WebhookActions {
  readonly busy: boolean;
  readonly ping: () => Promise<boolean>;
  readonly setActive: (active: boolean) => Promise<boolean>;
  /** Resolves to the new secret. */
  readonly rotate: () => Promise<string | undefined>;
  readonly remove: () => Promise<boolean>;
  readonly replay: (deliveryId: string) => Promise<boolean>;
  /** Sends all failed messages of the log again. */
  readonly replayFailed: () => Promise<boolean>;
}

const dayMs = 86_400_000;
const logDays = 31;

export function useWebhookActions({ id, name }: Pick<WebhookDetailFragment, 'id' | 'name'>): WebhookActions {
  const { t } = useTranslation('webhooks');
  const [ping, pinging] = usePingWebhookMutation();
  const [setActive, switching] = useSetWebhookActiveMutation();
  // The secret must not be cached: it is shown only once.
  const [rotate, rotating] = useRotateWebhookSecretMutation(noCache);
  const [remove, removing] = useDeleteWebhookMutation();
  const [replay, replaying] = useReplayWebhookDeliveryMutation();
  const [replayFailed, replayingFailed] = useReplayFailedDeliveriesMutation();
  const states = [pinging, switching, rotating, removing, replaying, replayingFailed];

  const withToast = async (sent: Promise<unknown>, message: string): Promise<boolean> => {
    try {
      await sent;
    } catch {
      return false;
    }
    showToast({ message, severity: 'success' });
    return true;
  };

  async function sendFailedAgain(): Promise<boolean> {
    const since = new Date(Date.now() - logDays * dayMs).toISOString();
    try {
      const { data } = await replayFailed({ variables: { webhookId: id, since } });
      const count = data?.replayFailedDeliveries.count ?? 0;
      showToast({ message: t('replayedAll', { count }), severity: 'success' });
      return true;
    } catch {
      return false;
    }
  }

  return {
    busy: states.some(({ loading }) => loading),
    ping: () => withToast(ping({ variables: { id } }), t('pinged')),
    setActive: (active) =>
      withToast(setActive({ variables: { id, active } }), t(active ? 'switchedOn' : 'switchedOff', { name })),
    rotate: () =>
      rotate({ variables: { id } }).then(
        ({ data }) => data?.rotateWebhookSecret.secret,
        () => undefined,
      ),
    remove: () => withToast(remove({ variables: { id } }), t('deletedToast', { name })),
    replay: (deliveryId) => withToast(replay({ variables: { webhookId: id, deliveryId } }), t('replayed')),
    replayFailed: sendFailedAgain,
  };
}
