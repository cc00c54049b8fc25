import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { staffName } from '#schema/staff-name.ts';
import { paths } from '#web/paths.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useWebhooksQuery, type WebhookRowFragment, type WebhookSortField } from '#web/staff/operations.generated.ts';
import { listAnswer } from '#web/staff/ui/lists/list-answer.ts';
import { ListPage } from '#web/staff/ui/lists/list-page.tsx';
import type { ListShape } from '#web/staff/ui/lists/list-state.ts';
import type { Column } from '#web/staff/ui/lists/list-table.tsx';
import { StatusMark } from '#web/staff/ui/lists/status-mark.tsx';
import { useListState } from '#web/staff/ui/lists/use-list-state.ts';
import { changeWords, eventsOf, kindWords, stateWords } from './webhook-words.ts';
import './webhooks.css';

export const loader = words('webhooks', 'lists');

const shape: ListShape<WebhookSortField, never> = {
  sortFields: ['NAME', 'CREATED_AT'],
  defaultSort: { field: 'NAME', direction: 'ASC' },
  filters: [],
};

/** The webhooks of all users, never with a secret. */
export function Component() {
  const { t } = useTranslation('webhooks');
  const control = useListState(shape);
  const { page, size, sort } = control.state;
  const query = useWebhooksQuery({
    variables: { page: { number: page, size }, sort: [sort] },
  });
  return (
    <ListPage
      title={t('title')}
      total={(count) => t('total', { count })}
      create={{ to: paths.newWebhook, text: t('create') }}
      columns={useWebhookColumns()}
      keyOf={(row) => row.id}
      answer={listAnswer(query, (data) => data.webhooks)}
      control={control}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
    />
  );
}

function useWebhookColumns(): readonly Column<WebhookRowFragment, WebhookSortField>[] {
  const { t } = useTranslation('webhooks');
  return [
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
      cell: ({ createdBy }) => (createdBy ? staffName(createdBy) : t('nobody')),
    },
  ];
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
