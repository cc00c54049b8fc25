import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { plain } from '#web/student/ui/text/furigana.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import './sheet.css';

interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal sheet. The native dialog traps the focus and handles the Escape key. */
export function Sheet({ title, onClose, children }: SheetProps) {
  const { t } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  // The dialog returns the focus to its opener only if it is closed before React removes it.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className="over" aria-label={plain(title)} onCancel={onClose}>
      <div className="over-head">
        <h2 className="over-title">
          <Words text={title} />
        </h2>
        <button type="button" className="button button-small" onClick={onClose}>
          <Icon name="close" size={30} />
          <span>
            <Words text={t('close')} />
          </span>
        </button>
      </div>
      {children}
    </dialog>
  );
}
