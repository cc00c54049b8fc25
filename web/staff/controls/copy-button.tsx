import { Button } from '@blueprintjs/core';
import { Duplicate, Tick } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from './copy-text.ts';
import { showToast } from '#web/staff/toasts/toast-store.ts';

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for those who hear the page: "Copy the class's link". */
  readonly label: string;
}

const shownFor = 2000;

/** Copies, and says so on the button itself. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const { t } = useTranslation('forms');
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return undefined;
    const timer = setTimeout(() => setCopied(0), shownFor);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(): Promise<void> {
    if (await copyText(text)) setCopied(Date.now());
    else showToast({ message: t('copyFailed'), severity: 'warning' });
  }

  return (
    <>
      <Button
        size="small"
        icon={copied ? <Tick /> : <Duplicate />}
        text={copied ? t('copied') : t('copy')}
        aria-label={copied ? t('copied') : label}
        onClick={copy}
        className="copy-button"
      />
      <span className="visually-hidden" role="status">
        {copied > 0 && t('copied')}
      </span>
    </>
  );
}
