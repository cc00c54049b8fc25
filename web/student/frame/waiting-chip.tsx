import i18next from 'i18next';
import { useEffect, useState, type ComponentType } from 'react';
import { Icon } from '#web/student/art/icons.tsx';
import { useWords, Words } from '#web/student/text/words.tsx';
import type { WaitingSheetProps } from '#web/student/sending/waiting-sheet.tsx';
import { useWaitingWorks } from './waiting-works.ts';

/** Loads what sends, which begins to send with that, and the sheet that tells of it. */
async function load(): Promise<ComponentType<WaitingSheetProps>> {
  const [{ WaitingSheet }] = await Promise.all([
    import('#web/student/sending/waiting-sheet.tsx'),
    i18next.loadNamespaces('sending'),
  ]);
  return WaitingSheet;
}

/** How many works are on their way to a wall; a tap tells which. */
export function WaitingChip() {
  const { t } = useWords();
  const count = useWaitingWorks().length;
  const [open, setOpen] = useState(false);
  const [Waiting, setWaiting] = useState<ComponentType<WaitingSheetProps>>();
  const waits = count > 0;
  useEffect(() => {
    if (!waits || Waiting) return undefined;
    let gone = false;
    const tryLoading = () =>
      void load().then(
        (sheet) => gone || setWaiting(() => sheet),
        () => undefined,
      );
    tryLoading();
    // A page that opened without a network has not got it.
    window.addEventListener('online', tryLoading);
    return () => {
      gone = true;
      window.removeEventListener('online', tryLoading);
    };
  }, [waits, Waiting]);
  return (
    <>
      <div role="status" className="page-header-waiting">
        {waits && (
          <button type="button" className="button button-sun" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <Icon name="send" size={28} />
            <span>
              <Words text={t('waitingToSend', { count })} />
            </span>
          </button>
        )}
      </div>
      {open && Waiting && <Waiting onClose={() => setOpen(false)} />}
    </>
  );
}
