import i18next from 'i18next';
import { useCallback, useState, type ComponentType } from 'react';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { useChoice } from '#web/student/features/profiles/use-choice.ts';
import type { CodeScannerProps } from './code-scanner.tsx';

interface ScanButtonProps extends Omit<CodeScannerProps, 'onClose'> {
  /** Called when the scanner cannot be loaded. */
  readonly onFailed: () => void;
}

/** Scans the code of a class, a content or a book. The scanner and its texts load on the first tap. */
export function ScanButton({ open, onType, onCard, onFailed }: ScanButtonProps) {
  const { t } = useWords();
  const beginChoice = useChoice();
  const [loading, setLoading] = useState(false);
  const [Scanner, setScanner] = useState<ComponentType<CodeScannerProps>>();
  const close = useCallback(() => setScanner(undefined), []);

  const start = async () => {
    beginChoice();
    if (loading) return;
    setLoading(true);
    try {
      const [{ CodeScanner }] = await Promise.all([import('./code-scanner.tsx'), i18next.loadNamespaces('scan')]);
      setScanner(() => CodeScanner);
    } catch {
      onFailed();
    }
    setLoading(false);
  };
  return (
    <>
      <button type="button" className="button scan-button" aria-haspopup="dialog" aria-busy={loading} onClick={start}>
        <Icon name="qr" size={36} />
        <span>
          <Words text={t('scanCode')} />
        </span>
      </button>
      {Scanner && (
        <Scanner
          onClose={close}
          open={open}
          onCard={onCard}
          onType={() => {
            close();
            // The closing dialog returns the focus to the button first.
            setTimeout(onType);
          }}
        />
      )}
    </>
  );
}
