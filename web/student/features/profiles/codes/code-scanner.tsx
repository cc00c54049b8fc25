import { useNavigate } from 'react-router-dom';
import { paths } from '#web/shared/paths.ts';
import { ScanSheet, type ScanSheetProps } from '#web/student/features/scanner/scan-sheet.tsx';
import type { ScannedCode, CodeHint } from '#web/student/features/scanner/scanned-code.ts';
import { studentClient } from '#web/student/platform/apollo/student-client.ts';
import type { Profile } from '#web/student/platform/profiles/stored-profile.ts';
import { useChoice } from '#web/student/features/profiles/use-choice.ts';
import { cardHint, takeCard } from './take-card.ts';

const scannedPaths = {
  class: paths.studentClass,
  content: (code: string) => paths.studentContent(code),
  unit: (unit: string) => paths.unitDetail({ unit, printed: '' }),
  book: (book: string) => paths.unitList({ book, printed: '' }),
};

export interface CodeScannerProps extends Omit<ScanSheetProps, 'onCode'> {
  /** Opens a printed code. */
  readonly open: (code: string) => Promise<CodeHint | null>;
  /** Called when the scanned code is a child's own card. */
  readonly onCard: (child: Profile) => void;
}

/** Scans the code of a class, a content, a book or a child, and opens it. */
export function CodeScanner({ open, onCard, onClose, onType }: CodeScannerProps) {
  const navigate = useNavigate();
  const beginChoice = useChoice();
  const go = async ({ opens, code }: ScannedCode): Promise<CodeHint | null> => {
    if (opens === 'typed') return open(code);
    if (opens === 'card') {
      return takeCard(studentClient, { cardCode: code, isCurrent: beginChoice() }).then((child) => {
        if (child) {
          onClose();
          onCard(child);
        }
        return null;
      }, cardHint);
    }
    await navigate(scannedPaths[opens](code));
    return null;
  };
  return <ScanSheet onClose={onClose} onType={onType} onCode={go} />;
}
