import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import { useWebhookQuery, type WebhookDetailFragment } from '#web/staff/operations.generated.ts';
import { DetailScreen } from '#web/staff/ui/lists/detail-screen.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { NewSecret } from './new-secret.tsx';
import { WebhookEdit } from './webhook-edit.tsx';
import { WebhookFacts } from './webhook-facts.tsx';
import { WebhookHeader } from './webhook-header.tsx';
import './webhooks.css';

export const loader = words('webhooks', 'lists', 'forms');

/** One webhook: its facts, its log, and the form that changes it (`?edit`). */
export function Component() {
  const { t } = useTranslation('webhooks');
  const { id = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const [secret, setSecret] = useState<string>();
  const query = useWebhookQuery({ variables: { id } });
  const found = query.data && unmask<WebhookDetailFragment>(query.data.webhook);
  const editing = search.has('edit');
  useTitle(found?.name ?? t('title'));
  return (
    <DetailScreen
      list={paths.webhooks}
      title={t('title')}
      missingTitle={t('missingTitle')}
      missingText={t('missingText')}
      query={query}
    >
      {found &&
        (secret === undefined ? (
          <>
            <WebhookHeader found={found} editing={editing} onSecret={setSecret} />
            {editing ? (
              <WebhookEdit key={id} found={found} onDone={() => setSearch({}, { replace: true })} />
            ) : (
              <div className="webhook-detail">
                <DeliveryLog webhook={found} />
                <WebhookFacts found={found} />
              </div>
            )}
          </>
        ) : (
          <NewSecret
            title={t('newSecretTitle', { name: found.name })}
            secret={secret}
            onKept={() => setSecret(undefined)}
          />
        ))}
    </DetailScreen>
  );
}
