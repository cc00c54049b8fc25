import { Button } from '@blueprintjs/core';
import { Download, Print } from '@blueprintjs/icons';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#web/staff/ui/controls/copy-button.tsx';
import { downloadMade } from '#web/staff/ui/controls/download.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** The recovery codes, this once: to copy, to save, to print. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation('account');
  const text = codes.join('\n');
  const file = () => new Blob([`${t('printTitle')}\n\n${text}\n`], { type: 'text/plain' });
  return (
    <div className="recovery-codes">
      <p>
        <strong>{t('codesOnce')}</strong> {t('codesHint')}
      </p>
      <CodeList codes={codes} label={t('codesLabel')} />
      <div className="second-step-buttons">
        <CopyButton text={text} label={t('copyCodes')} />
        <Button
          size="small"
          icon={<Download />}
          text={t('downloadCodes')}
          onClick={() => downloadMade(file(), 'manabook-recovery-codes.txt')}
        />
        <Button size="small" icon={<Print />} text={t('printCodes')} onClick={() => window.print()} />
      </div>
      <Button intent="primary" text={t('codesKept')} onClick={onDone} />
      <PrintedCodes codes={codes} />
    </div>
  );
}

function CodeList({ codes, label }: { readonly codes: readonly string[]; readonly label?: string }) {
  return (
    <ol aria-label={label}>
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ol>
  );
}

/** The printed sheet of the section. Invisible on the screen. */
function PrintedCodes({ codes }: { readonly codes: readonly string[] }) {
  const { t } = useTranslation('account');
  useEffect(() => {
    document.body.classList.add('prints-recovery-codes');
    return () => document.body.classList.remove('prints-recovery-codes');
  }, []);
  return createPortal(
    <div className="recovery-codes-print" aria-hidden="true">
      <h2>{t('printTitle')}</h2>
      <p>{t('codesHint')}</p>
      <CodeList codes={codes} />
    </div>,
    document.body,
  );
}
