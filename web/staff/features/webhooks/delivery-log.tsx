import { useApolloClient } from '@apollo/client/react';
import { Button } from '@blueprintjs/core';
import { Refresh, Redo } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import {
  useWebhookDeliveriesQuery,
  WebhookDeliveriesDocument,
  WebhookDocument,
  type WebhookDeliveryState,
  type WebhookDetailFragment,
} from '#web/staff/operations.generated.ts';
import { listAnswer } from '#web/staff/ui/lists/list-answer.ts';
import { ListBody } from '#web/staff/ui/lists/list-page.tsx';
import type { ListShape } from '#web/staff/ui/lists/list-state.ts';
import { chosenOf, MultiFilter } from '#web/staff/ui/lists/multi-filter.tsx';
import { useListState } from '#web/staff/ui/lists/use-list-state.ts';
import { useDeliveryColumns } from './delivery-columns.tsx';
import { useWebhookActions } from './use-webhook-actions.ts';
import { deliveryWords } from './webhook-words.ts';
import '#web/staff/ui/lists/list-page.css';

const states: readonly WebhookDeliveryState[] = ['WAITING', 'DELIVERED', 'FAILED'];

// Messages come by time; nothing else sorts them.
const shape: ListShape<'TIME', 'state'> = {
  sortFields: ['TIME'],
  defaultSort: { field: 'TIME', direction: 'DESC' },
  filters: ['state'],
};

/** The messages sent to a webhook in the last 30 days, with buttons to send them again. */
export function DeliveryLog({ webhook }: { readonly webhook: WebhookDetailFragment }) {
  const { t } = useTranslation('webhooks');
  const client = useApolloClient();
  const control = useListState(shape);
  const { page, size, filters } = control.state;
  const query = useWebhookDeliveriesQuery({
    variables: {
      webhookId: webhook.id,
      filter: { state: chosenOf(filters.state, states) },
      page: { number: page, size },
    },
  });
  const actions = useWebhookActions(webhook);
  // The webhook's counts and state change with its messages.
  const reload = () =>
    client.refetchQueries({ include: [WebhookDeliveriesDocument, WebhookDocument] }).catch(() => undefined);
  return (
    <section className="list-card" aria-label={t('log')}>
      <header className="webhook-log-header">
        <h2>{t('log')}</h2>
        <div className="webhook-log-actions">
          <MultiFilter
            label={t('filterState')}
            none={t('anyState')}
            choices={states}
            wordOf={(state) => t(deliveryWords[state].word)}
            value={filters.state}
            onChange={(value) => control.setFilter('state', value)}
          />
          <Button icon={<Refresh />} text={t('reload')} onClick={() => void reload()} />
          {webhook.failedCount > 0 && (
            <Button
              icon={<Redo />}
              text={t('replayAll')}
              disabled={actions.busy}
              onClick={() => void actions.replayFailed()}
            />
          )}
        </div>
      </header>
      <ListBody
        title={t('log')}
        columns={useDeliveryColumns(actions)}
        keyOf={(row) => row.id}
        answer={listAnswer(query, (data) => data.webhookDeliveries)}
        control={control}
        empty={{ title: t('emptyLogTitle'), text: t('emptyLogText') }}
      />
    </section>
  );
}
