import { Button } from '@blueprintjs/core';
import { Undo } from '@blueprintjs/icons';
import { useState } from 'react';

interface RestoreButtonProps {
  readonly text: string;
  /** Says what comes back, for those who hear the page. */
  readonly label?: string;
  readonly onRestore: () => Promise<void>;
}

/** Busy while it works; what has come back leaves the list with it. */
export function RestoreButton({ text, label, onRestore }: RestoreButtonProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      size="small"
      icon={<Undo />}
      text={text}
      aria-label={label}
      disabled={busy}
      onClick={() => {
        setBusy(true);
        void onRestore().finally(() => setBusy(false));
      }}
    />
  );
}
