import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ProviderDetailFragment,
  type SignInProviderProblem,
  useRemoveSignInProviderMutation,
} from '#web/staff/operations.generated.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { Confirm } from '#web/staff/ui/controls/confirm.tsx';
import { CopyButton } from '#web/staff/ui/controls/copy-button.tsx';

/** The result of a check: null means no problem. */
export type Checked = SignInProviderProblem | 'busy' | null;

const problemWords = {
  CONNECTION: 'providerConnection',
  ADDRESS: 'providerAddress',
  ISSUER: 'providerIssuer',
  SECRET: 'providerSecret',
} as const satisfies Record<SignInProviderProblem, string>;

interface ProviderRowProps {
  readonly provider: ProviderDetailFragment;
  /** The result of the last check; undefined before the first check. */
  readonly checked: Checked | undefined;
  readonly onCheck: () => void;
  readonly onChange: () => void;
}

/** A school's provider: its email domains, the result of the check, and the actions. */
export function ProviderRow({ provider, checked, onCheck, onChange }: ProviderRowProps) {
  const { t } = useTranslation('schools');
  const [asks, setAsks] = useState(false);
  const [remove, { loading }] = useRemoveSignInProviderMutation();
  const { id, name, issuer, domains, redirectUri } = provider;

  async function removeIt(): Promise<void> {
    await remove({ variables: { id } });
    showToast({ message: t('providerRemoved', { name }), severity: 'success' });
  }

  return (
    <li>
      <div className="provider-facts">
        <strong>{name}</strong>
        <span>{domains.join(', ')}</span>
        <span>{issuer}</span>
        <span>
          {t('redirectUri')} <code>{redirectUri}</code> <CopyButton text={redirectUri} label={t('copyRedirectUri')} />
        </span>
        <span role="status" data-problem={typeof checked === 'string' && checked !== 'busy'}>
          {checked === 'busy' && t('providerChecking')}
          {checked === null && t('providerWorks')}
          {typeof checked === 'string' && checked !== 'busy' && t(problemWords[checked])}
        </span>
      </div>
      <div className="panel-list-buttons provider-buttons">
        <Button text={t('checkProvider')} aria-label={t('checkProviderOf', { name })} onClick={onCheck} />
        <Button text={t('changeProvider')} aria-label={t('changeProviderOf', { name })} onClick={onChange} />
        <Button text={t('removeProvider')} aria-label={t('removeProviderOf', { name })} onClick={() => setAsks(true)} />
      </div>
      <Confirm
        isOpen={asks}
        title={t('removeProviderTitle', { name })}
        text={t('removeProviderText')}
        confirmText={t('removeProvider')}
        cancelText={t('keepProvider')}
        busy={loading}
        onConfirm={() => void removeIt().catch(() => setAsks(false))}
        onCancel={() => setAsks(false)}
      />
    </li>
  );
}
