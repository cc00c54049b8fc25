import i18next from 'i18next';
import { useCallback, useState, type ComponentType } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { Icon } from '#web/student/ui/art/icons.tsx';
import type { ScanSheetProps } from '#web/student/features/scanner/scan-sheet.tsx';
import type { ScannedCode, CodeHint } from '#web/student/features/scanner/scanned-code.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';

interface ScanButtonProps {
  /** Opens a code as it stands in print. */
  readonly open: (code: string) => Promise<CodeHint | null>;
  readonly onType: () => void;
  /** The scanner did not come. */
  readonly onFailed: () => void;
}

/** Scans a class's, a page's or a book's code; the scanner and its words come with the first tap. */
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
    await navigate(
      { class: paths.studentClass(code), content: paths.studentContent(code), book: paths.unitList({ book: code }) }[
        opens
      ],
    );
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
            // The dialog gives the focus back to the button first.
            setTimeout(onType);
          }}
        />
      )}
    </>
  );
}
