import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Masked } from '#web/shared/apollo/masks.ts';
import { paths } from '#web/paths.ts';
import { personName } from '#web/staff/ui/controls/person-name.ts';
import type { WebhookRowFragment, WebhookSortField } from '#web/staff/operations.generated.ts';
import { maskedColumns } from '#web/staff/ui/lists/masked-columns.ts';
import type { Column } from '#web/staff/ui/lists/list-table.tsx';
import { StatusMark } from '#web/staff/ui/lists/status-mark.tsx';
import { changeWords, eventsOf, kindWords, stateWords } from './webhook-words.ts';

export function useWebhookColumns(): readonly Column<Masked<WebhookRowFragment>, WebhookSortField>[] {
  const { t } = useTranslation('webhooks');
  return maskedColumns<WebhookRowFragment, WebhookSortField>([
    {
      key: 'name',
      title: t('name'),
      sortField: 'NAME',
      cell: ({ id, name, url }) => (
        <div className="webhook-name">
          <Link to={paths.webhookDetail(id)}>{name}</Link>
          <span>{new URL(url).host}</span>
        </div>
      ),
    },
    { key: 'events', title: t('events'), cell: ({ events }) => <Events events={events} /> },
    {
      key: 'state',
      title: t('state'),
      cell: ({ state }) => <StatusMark tone={stateWords[state].tone}>{t(stateWords[state].word)}</StatusMark>,
    },
    { key: 'waiting', title: t('waiting'), cell: ({ waitingCount }) => waitingCount },
    { key: 'failed', title: t('failed'), cell: ({ failedCount }) => failedCount },
    {
      key: 'createdBy',
      title: t('createdBy'),
      isNamed: true,
      cell: ({ createdBy }) => (createdBy ? personName(createdBy) : t('nobody')),
    },
  ]);
}

/** "Classes: created/deleted · Units: changed". */
export function Events({ events }: Pick<WebhookRowFragment, 'events'>) {
  const { t } = useTranslation('webhooks');
  const chosen = eventsOf(events).map((event) => event.split('.'));
  const kinds = kindWords.flatMap(({ kind, word }) => {
    const changes = (['created', 'updated', 'deleted'] as const)
      .filter((change) => chosen.some(([of, what]) => of === kind && what === change))
      .map((change) => t(changeWords[change]));
    return changes.length > 0 ? [t('eventsOf', { kind: t(word), changes: changes.join('/') })] : [];
  });
  return <span className="webhook-chosen">{kinds.join(' · ')}</span>;
}
