import { Button, type ButtonProps } from '@blueprintjs/core';
import { useState } from 'react';
import { downloadFile, type FileLink } from './download.ts';

interface DownloadButtonProps extends Pick<ButtonProps, 'icon' | 'text'> {
  /** Asks the server for the file; a refusal is shown by the error link. */
  readonly ask: () => Promise<FileLink | undefined>;
}

/** Saves a file that the server makes, one at a time. */
export function DownloadButton({ ask, ...button }: DownloadButtonProps) {
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const file = await ask();
      if (file) downloadFile(file);
    } catch {
      // The error link has shown the problem.
    }
    setBusy(false);
  }

  return <Button {...button} aria-disabled={busy} onClick={busy ? undefined : () => void save()} />;
}
