import { useTranslation } from 'react-i18next';
import { useTitle } from '#web/shared/title.ts';
import { PasskeyPanel } from '#web/staff/features/account/passkeys/passkey-panel.tsx';
import { SecondStep } from '#web/staff/features/account/second-step/second-step.tsx';
import '#web/staff/features/account/account.css';

interface RequiredSecondStepProps {
  /** Called with true while the set-up is under way. */
  readonly onBusy: (busy: boolean) => void;
}

/** Replaces every screen for a user whose role needs a second step and who has not set one up. */
export function RequiredSecondStep({ onBusy }: RequiredSecondStepProps) {
  const { t } = useTranslation('shell');
  useTitle(t('secondStepTitle'));
  return (
    <>
      <header className="page-header">
        <h1>{t('secondStepTitle')}</h1>
      </header>
      <p>{t('secondStepText')}</p>
      <SecondStep onBusy={onBusy} />
      <PasskeyPanel />
    </>
  );
}
