import { Button } from '@blueprintjs/core';
import { Edit, Power, Refresh, SendMessage, Trash } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { useWhileHere } from '#web/staff/platform/while-here.ts';
import type { WebhookDetailFragment } from '#web/staff/operations.generated.ts';
import { Confirm } from '#web/staff/ui/controls/confirm.tsx';
import { RowMenu } from '#web/staff/ui/controls/row-menu.tsx';
import { useWebhookActions } from './use-webhook-actions.ts';

interface WebhookHeaderProps {
  readonly found: WebhookDetailFragment;
  readonly editing: boolean;
  readonly onSecret: (secret: string) => void;
}

/** The webhook's name and its actions. */
export function WebhookHeader({ found, editing, onSecret }: WebhookHeaderProps) {
  const { t } = useTranslation(['webhooks', 'common', 'lists']);
  const navigate = useNavigate();
  const whileHere = useWhileHere();
  const [, setSearch] = useSearchParams();
  const [asking, setAsking] = useState<'secret' | 'delete'>();
  const actions = useWebhookActions(found);
  const { name, state } = found;
  const active = state === 'ACTIVE';

  async function carryOut(): Promise<void> {
    if (asking === 'secret') {
      const secret = await actions.rotate();
      setAsking(undefined);
      if (secret !== undefined) onSecret(secret);
      return;
    }
    const done = await actions.remove();
    setAsking(undefined);
    if (done) whileHere(() => void navigate(paths.webhooks, { replace: true }));
  }

  const question = asking === 'secret' ? 'secret' : 'delete';
  return (
    <header className="page-header">
      <h1>{editing ? t('editing', { name }) : name}</h1>
      {!editing && (
        <div className="page-actions">
          <Button icon={<SendMessage />} text={t('ping')} disabled={actions.busy} onClick={() => void actions.ping()} />
          <Button
            icon={<Power />}
            text={t(active ? 'switchOff' : 'switchOn')}
            disabled={actions.busy}
            onClick={() => void actions.setActive(!active)}
          />
          <Button icon={<Edit />} text={t('edit')} onClick={() => setSearch({ edit: '' })} />
          <RowMenu
            label={t('lists.rowActions', { name })}
            items={[
              { key: 'secret', text: t('newSecret'), icon: <Refresh />, run: () => setAsking('secret') },
              { key: 'delete', text: t('delete'), icon: <Trash />, intent: 'danger', run: () => setAsking('delete') },
            ]}
          />
        </div>
      )}
      <Confirm
        isOpen={asking !== undefined}
        title={t(`${question}Title`, { name })}
        text={t(`${question}Text`)}
        confirmText={t(question === 'secret' ? 'newSecret' : 'delete')}
        cancelText={t('common.cancel')}
        busy={actions.busy}
        onConfirm={() => void carryOut()}
        onCancel={() => setAsking(undefined)}
      />
    </header>
  );
}
