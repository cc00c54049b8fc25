import { Button } from '@blueprintjs/core';
import { Undo } from '@blueprintjs/icons';
import { useState } from 'react';

interface RestoreButtonProps {
  readonly text: string;
  /** The accessible name, which names the restored row. */
  readonly label?: string;
  readonly onRestore: () => Promise<void>;
}

/** A button that is busy while it restores a row. The restored row leaves the list together with the button. */
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
