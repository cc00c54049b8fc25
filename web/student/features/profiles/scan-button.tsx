import i18next from 'i18next';
import { useCallback, useState, type ComponentType } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { Icon } from '#web/student/ui/art/icons.tsx';
import type { ScanSheetProps } from '#web/student/features/scanner/scan-sheet.tsx';
import type { ScannedCode, CodeHint } from '#web/student/features/scanner/scanned-code.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';

const scannedPaths = {
  class: paths.studentClass,
  content: (code: string) => paths.studentContent(code),
  unit: (unit: string) => paths.unitDetail({ unit, printed: '' }),
  book: (book: string) => paths.unitList({ book, printed: '' }),
};

interface ScanButtonProps {
  /** Opens a printed code. */
  readonly open: (code: string) => Promise<CodeHint | null>;
  readonly onType: () => void;
  /** Called when the scanner cannot be loaded. */
  readonly onFailed: () => void;
}

/** Scans the code of a class, a content or a book. The scanner and its texts load on the first tap. */
export function ScanButton({ open, onType, onFailed }: ScanButtonProps) {
  const { t } = useWords();
  const navigate = useNavigate();
  const [loading, setLoading] = useState(false);
  const [Sheet, setSheet] = useState<ComponentType<ScanSheetProps>>();
  const close = useCallback(() => setSheet(undefined), []);

  const start = async () => {
    if (loading) return;
    setLoading(true);
    try {
      const [{ ScanSheet }] = await Promise.all([
        import('#web/student/features/scanner/scan-sheet.tsx'),
        i18next.loadNamespaces('scan'),
      ]);
      setSheet(() => ScanSheet);
    } catch {
      onFailed();
    }
    setLoading(false);
  };
  const go = async ({ opens, code }: ScannedCode): Promise<CodeHint | null> => {
    if (opens === 'typed') return open(code);
    await navigate(scannedPaths[opens](code));
    return null;
  };
  return (
    <>
      <button type="button" className="button scan-button" aria-haspopup="dialog" aria-busy={loading} onClick={start}>
        <Icon name="qr" size={36} />
        <span>
          <Words text={t('scanCode')} />
        </span>
      </button>
      {Sheet && (
        <Sheet
          onClose={close}
          onCode={go}
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
