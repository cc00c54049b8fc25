import i18next from 'i18next';
import { useEffect, useState, type ComponentType } from 'react';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { lateSheet } from '#web/student/ui/controls/late-sheet.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import type { UnsentSheetProps } from '#web/student/ui/sending/unsent-sheet.tsx';
import { useUnsentWorks } from '#web/student/platform/sending/unsent-works.ts';

/** Loads the sender, which starts at once, and the sheet that lists unsent works. */
async function loadUnsentSheet(): Promise<ComponentType<UnsentSheetProps>> {
  const [{ UnsentSheet }] = await Promise.all([
    import('#web/student/ui/sending/unsent-sheet.tsx'),
    i18next.loadNamespaces('sending'),
  ]);
  return UnsentSheet;
}

/** Loads the sheet before the network may fail, for screens where works are made. */
export function preloadUnsentSheet(): void {
  void loadUnsentSheet().catch(() => undefined);
}

/** The number of unsent works; a tap opens their list. */
export function UnsentChip() {
  const { t } = useWords();
  const count = useUnsentWorks().length;
  const [open, setOpen] = useState(false);
  const [isLoaded, setIsLoaded] = useState(false);
  const [LateUnsentSheet] = useState(() => lateSheet(loadUnsentSheet));
  const waits = count > 0;
  useEffect(() => {
    if (!waits || isLoaded) return undefined;
    let ignore = false;
    const tryLoading = () =>
      void loadUnsentSheet().then(
        () => ignore || setIsLoaded(true),
        () => undefined,
      );
    tryLoading();
    // A page that opened offline could not load the sender.
    window.addEventListener('online', tryLoading);
    return () => {
      ignore = true;
      window.removeEventListener('online', tryLoading);
    };
  }, [waits, isLoaded]);
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
      {open && <LateUnsentSheet onClose={() => setOpen(false)} />}
    </>
  );
}
