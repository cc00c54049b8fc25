import { Button, Dialog } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { enterFullScreen, leaveFullScreen } from '#web/staff/ui/controls/full-screen.ts';
import type { ClassDetailFragment } from '#web/staff/operations.generated.ts';
import './class-board.css';

interface ClassBoardProps {
  readonly found: ClassDetailFragment;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The QR code in full screen, for the board. Browsers without full screen show the code in the whole window. */
export function ClassBoard({ found, isOpen, onClose }: ClassBoardProps) {
  const { t } = useTranslation(['classes', 'common']);
  const titleId = useId();
  useEffect(() => {
    if (!isOpen) return undefined;
    void enterFullScreen();
    return leaveFullScreen;
  }, [isOpen]);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      className="class-board"
      portalClassName="class-board-portal"
      aria-labelledby={titleId}
    >
      <Button
        className="board-close"
        size="large"
        variant="minimal"
        icon={<Cross size={24} />}
        aria-label={t('common.close')}
        onClick={onClose}
      />
      <h2 id={titleId}>{found.className}</h2>
      <img src={found.qrCode.svg.url} alt={t('qrCodeOf', { className: found.className })} />
      {found.codeOpens && <p className="code">{found.classCode}</p>}
      <p className="board-link">{found.urlLink}</p>
    </Dialog>
  );
}
