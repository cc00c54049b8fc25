import { Button } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { type MySecondFactorQuery, useMySecondFactorQuery } from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { loginInfo, setSecondStepDemand } from '#web/staff/platform/session/login-info.ts';
import { usePanelFocus } from '#web/staff/ui/controls/use-panel-focus.ts';
import { AwaitedPanel } from '#web/staff/ui/lists/list-states.tsx';
import { BeginForm, type Start } from './begin-form.tsx';
import { RenewForm, TurnOffForm } from './both-steps-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { ScanForm } from './scan-form.tsx';
import './second-step.css';

/** The visible part of the section: the state, a form, or the recovery codes. */
type Shown =
  | { readonly kind: 'state' | 'begin' | 'renew' | 'off' }
  | { readonly kind: 'scan'; readonly start: Start }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

const atRest: Shown = { kind: 'state' };

interface SecondStepProps {
  /** Called with true while a form or the recovery codes are shown. Must be stable. */
  readonly onBusy?: (busy: boolean) => void;
}

/** The second step at sign-in: turned on with an app, and off; new recovery codes. */
export function SecondStep({ onBusy }: SecondStepProps) {
  const { t } = useTranslation('account');
  const query = useMySecondFactorQuery({ ...ownProblems });
  const [shown, setShown] = useState(atRest);
  const panel = usePanelFocus(shown.kind);
  const rest = () => setShown(atRest);
  const factor = query.data?.mySecondFactor;

  const isSetUp = factor?.on === true && shown.kind === 'state';
  useEffect(() => {
    if (isSetUp && loginInfo()?.secondStepDemand) setSecondStepDemand(null);
  }, [isSetUp]);

  const isBusy = shown.kind !== 'state';
  useEffect(() => {
    if (!isBusy) return undefined;
    onBusy?.(true);
    return () => onBusy?.(false);
  }, [isBusy, onBusy]);

  function showCodes(codes: readonly string[]): void {
    setShown({ kind: 'codes', codes });
    void query.refetch().catch(() => undefined);
  }

  return (
    <section className="panel account-second-step" ref={panel}>
      <h2 tabIndex={-1}>{t('secondStep')}</h2>
      {shown.kind === 'begin' && <BeginForm onBegun={(start) => setShown({ kind: 'scan', start })} onCancel={rest} />}
      {shown.kind === 'scan' && <ScanForm start={shown.start} onCodes={showCodes} onCancel={rest} />}
      {shown.kind === 'codes' && <RecoveryCodes codes={shown.codes} onDone={rest} />}
      {shown.kind === 'renew' && <RenewForm onCodes={showCodes} onCancel={rest} />}
      {shown.kind === 'off' && <TurnOffForm onDone={rest} onCancel={rest} />}
      {shown.kind === 'state' &&
        (factor ? <State factor={factor} onChoose={(kind) => setShown({ kind })} /> : <AwaitedPanel query={query} />)}
    </section>
  );
}

interface StateProps {
  readonly factor: NonNullable<MySecondFactorQuery['mySecondFactor']>;
  readonly onChoose: (kind: 'begin' | 'renew' | 'off') => void;
}

function State({ factor: { on, since, recoveryCodesLeft }, onChoose }: StateProps) {
  const { t, i18n } = useTranslation('account');
  if (!on)
    return (
      <>
        <p>{t('secondStepHint')}</p>
        <Button intent="primary" text={t('turnOn')} onClick={() => onChoose('begin')} />
      </>
    );
  return (
    <>
      <p>{since ? t('secondStepSince', { when: instantInWords(since, i18n.language) }) : t('secondStepOn')}</p>
      <p>{t('recoveryCodesLeft', { count: recoveryCodesLeft })}</p>
      <div className="second-step-buttons">
        <Button text={t('renewCodes')} onClick={() => onChoose('renew')} />
        <Button text={t('turnOff')} onClick={() => onChoose('off')} />
      </div>
    </>
  );
}
