import { useTranslation } from 'react-i18next';
import { paths } from '#web/paths.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useWebhooksQuery, type WebhookSortField } from '#web/staff/operations.generated.ts';
import { listAnswer } from '#web/staff/ui/lists/list-answer.ts';
import { ListPage } from '#web/staff/ui/lists/list-page.tsx';
import type { ListShape } from '#web/staff/ui/lists/list-state.ts';
import { useListState } from '#web/staff/ui/lists/use-list-state.ts';
import { useWebhookColumns } from './webhook-columns.tsx';
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
