import { Disable } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RowMenu } from '#web/staff/ui/controls/row-menu.tsx';
import { useRevokeApiKeyMutation, type ApiKeyRowFragment } from '#web/staff/operations.generated.ts';
import { Confirm } from '#web/staff/ui/controls/confirm.tsx';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';

/** Revokes a key for good, after a confirmation. */
export function RevokeKey({ apiKey: { id, name } }: { readonly apiKey: Pick<ApiKeyRowFragment, 'id' | 'name'> }) {
  const { t } = useTranslation(['api-keys', 'common', 'lists']);
  const [asking, setAsking] = useState(false);
  const [revoke, { loading }] = useRevokeApiKeyMutation({});

  async function end(): Promise<void> {
    try {
      await revoke({ variables: { id } });
      showToast({ message: t('revoked', { name }), severity: 'success' });
    } catch {
      // The error link has shown the problem; the key is unchanged.
    }
    setAsking(false);
  }

  return (
    <>
      <RowMenu
        label={t('lists.rowActions', { name })}
        items={[{ key: 'revoke', text: t('revoke'), icon: <Disable />, intent: 'danger', run: () => setAsking(true) }]}
      />
      <Confirm
        isOpen={asking}
        title={t('revokeTitle', { name })}
        text={t('revokeText')}
        confirmText={t('revoke')}
        cancelText={t('common.cancel')}
        busy={loading}
        onConfirm={() => void end()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
