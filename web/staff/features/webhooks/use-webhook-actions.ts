import type { ApolloCache } from '@apollo/client';
import { useTranslation } from 'react-i18next';
import {
  useDeleteWebhookMutation,
  usePingWebhookMutation,
  useReplayFailedDeliveriesMutation,
  useReplayWebhookDeliveryMutation,
  useRotateWebhookSecretMutation,
  useSetWebhookActiveMutation,
  WebhookDeliveriesDocument,
  WebhookDocument,
  type WebhookDetailFragment,
} from '#web/staff/operations.generated.ts';
import { forgetList } from '#web/staff/platform/apollo/cache.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';

/** What is done with a webhook. Each resolves to what came of it; the error link has shown why it was refused. */
export interface WebhookActions {
  readonly busy: boolean;
  readonly ping: () => Promise<boolean>;
  readonly setActive: (active: boolean) => Promise<boolean>;
  /** Resolves to the new secret. */
  readonly rotate: () => Promise<string | undefined>;
  readonly remove: () => Promise<boolean>;
  readonly replay: (deliveryId: string) => Promise<boolean>;
  /** Of the whole log. */
  readonly replayFailed: () => Promise<boolean>;
}

const forget = { update: (cache: ApolloCache) => forgetList(cache, 'webhooks') };
// The log and its counts.
const withLog = { ...forget, refetchQueries: [WebhookDeliveriesDocument, WebhookDocument] };
const dayMs = 86_400_000;
const logDays = 31;

export function useWebhookActions({ id, name }: Pick<WebhookDetailFragment, 'id' | 'name'>): WebhookActions {
  const { t } = useTranslation('webhooks');
  const [ping, pinging] = usePingWebhookMutation(withLog);
  const [setActive, switching] = useSetWebhookActiveMutation(withLog);
  // The secret must not be cached: it is shown only once.
  const [rotate, rotating] = useRotateWebhookSecretMutation({
    fetchPolicy: 'no-cache',
    refetchQueries: [WebhookDocument],
  });
  const [remove, removing] = useDeleteWebhookMutation(forget);
  const [replay, replaying] = useReplayWebhookDeliveryMutation(withLog);
  const [replayFailed, replayingFailed] = useReplayFailedDeliveriesMutation(withLog);
  const states = [pinging, switching, rotating, removing, replaying, replayingFailed];

  const told = async (sent: Promise<unknown>, message: string): Promise<boolean> => {
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
    ping: () => told(ping({ variables: { id } }), t('pinged')),
    setActive: (active) =>
      told(setActive({ variables: { id, active } }), t(active ? 'switchedOn' : 'switchedOff', { name })),
    rotate: () =>
      rotate({ variables: { id } }).then(
        ({ data }) => data?.rotateWebhookSecret.secret,
        () => undefined,
      ),
    remove: () => told(remove({ variables: { id } }), t('deletedToast', { name })),
    replay: (deliveryId) => told(replay({ variables: { webhookId: id, deliveryId } }), t('replayed')),
    replayFailed: sendFailedAgain,
  };
}
