import { useState } from 'react';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { Sheet } from '#web/student/ui/controls/sheet.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import type { CodeHint } from '#web/student/features/scanner/scanned-code.ts';
import type { Profile } from '#web/student/platform/profiles/stored-profile.ts';
import { ScanButton } from '#web/student/features/profiles/codes/scan-button.tsx';
import { useOpenCode } from '#web/student/features/profiles/codes/use-open-code.ts';
import './own-card.css';

interface OwnCardProps {
  readonly name: string;
  readonly onClose: () => void;
  /** Called with the child of the scanned card, who may differ from the tapped child. */
  readonly onCard: (child: Profile) => unknown;
}

/** Asks a child for its own card; the teacher can show the card's code on a screen. */
export function OwnCard({ name, onClose, onCard }: OwnCardProps) {
  const { t } = useWords();
  const { open } = useOpenCode();
  const [hint, setHint] = useState<CodeHint | null>(null);
  return (
    <Sheet title={t('showYourCard', { name })} onClose={onClose}>
      <div className="own-card">
        <Icon name="qr" size={96} />
        <p>
          <Words text={t('showYourCardHow')} />
        </p>
        <ScanButton
          open={open}
          onCard={(child) => void onCard(child)}
          onType={onClose}
          onFailed={() => setHint('tryAgainSoon')}
        />
        {hint && (
          <p className="field-hint" role="alert">
            <Words text={t(hint)} />
          </p>
        )}
      </div>
    </Sheet>
  );
}
