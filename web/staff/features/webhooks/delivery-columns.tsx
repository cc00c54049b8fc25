import { Redo } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { Masked } from '#web/shared/apollo/masks.ts';
import { instantInWords } from '#web/shared/i18n/days.ts';
import type { WebhookDeliveryRowFragment } from '#web/staff/operations.generated.ts';
import { RowMenu } from '#web/staff/ui/controls/row-menu.tsx';
import { maskedColumns } from '#web/staff/ui/lists/masked-columns.ts';
import type { Column } from '#web/staff/ui/lists/list-table.tsx';
import { StatusMark } from '#web/staff/ui/lists/status-mark.tsx';
import type { WebhookActions } from './use-webhook-actions.ts';
import { deliveryWords, problemWords } from './webhook-words.ts';

/** The columns of the delivery log; the last column sends a message again. */
export function useDeliveryColumns(
  actions: Pick<WebhookActions, 'replay'>,
): readonly Column<Masked<WebhookDeliveryRowFragment>, 'TIME'>[] {
  const { t, i18n } = useTranslation(['webhooks', 'lists']);
  const when = (instant: string) => instantInWords(instant, i18n.language);
  return maskedColumns<WebhookDeliveryRowFragment, 'TIME'>([
    {
      key: 'message',
      title: t('message'),
      cell: ({ id, type }) => (
        <div className="webhook-name">
          <strong>{type === 'ping' ? t('pingMessage') : type}</strong>
          <span>{id}</span>
        </div>
      ),
    },
    { key: 'occurredAt', title: t('occurredAt'), cell: ({ occurredAt }) => when(occurredAt) },
    {
      key: 'state',
      title: t('state'),
      cell: ({ state }) => <StatusMark tone={deliveryWords[state].tone}>{t(deliveryWords[state].word)}</StatusMark>,
    },
    { key: 'lastTry', title: t('lastTry'), isNamed: true, cell: (row) => <LastTry row={row} /> },
    { key: 'nextTry', title: t('nextTry'), cell: ({ nextTryAt }) => (nextTryAt ? when(nextTryAt) : t('noTry')) },
    {
      key: 'actions',
      title: t('actions'),
      isActions: true,
      cell: ({ id, type }) => (
        <RowMenu
          label={t('lists.rowActions', { name: `${type} ${id}` })}
          items={[{ key: 'replay', text: t('replay'), icon: <Redo />, run: () => void actions.replay(id) }]}
        />
      ),
    },
  ]);
}

/** The last try: "200 · 35 ms", the reason for a failure, and the receiver's answer. */
function LastTry({ row }: { readonly row: WebhookDeliveryRowFragment }) {
  const { t, i18n } = useTranslation('webhooks');
  const { lastTryAt, attempts, status, durationMs, problem, answer } = row;
  if (lastTryAt === null) return t('noTry');
  const facts = [
    status === null ? '' : String(status),
    problem ? t(problemWords[problem]) : '',
    durationMs === null ? '' : t('milliseconds', { ms: durationMs }),
    t('attempts', { count: attempts }),
  ];
  return (
    <div className="webhook-try">
      <span>{instantInWords(lastTryAt, i18n.language)}</span>
      <span>{facts.filter(Boolean).join(' · ')}</span>
      {answer !== null && answer !== '' && <q>{answer}</q>}
    </div>
  );
}
