import { Button } from '@blueprintjs/core';
import { Duplicate, Tick } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';

interface CopyButtonProps {
  readonly text: string;
  /** The accessible name, which names the copied text: "Copy the class's link". */
  readonly label: string;
}

const shownFor = 2000;

/** Copies the text, then shows "Copied" on the button and announces it in a live region. */
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

/** Puts text on the clipboard; false when the browser does not let us. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages without TLS, as on a school's own network, have no clipboard API; `execCommand` still works there.
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}

interface LinkToCopyProps {
  readonly url: string;
  /** The accessible name of the copy button. */
  readonly label: string;
}

/** An address to share: a link that opens it, and a button that copies it. */
export function LinkToCopy({ url, label }: LinkToCopyProps) {
  return (
    <>
      <a href={url} target="_blank" rel="noreferrer">
        {url}
      </a>
      <CopyButton text={url} label={label} />
    </>
  );
}
