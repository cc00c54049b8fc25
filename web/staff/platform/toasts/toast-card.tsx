import { Button } from '@blueprintjs/core';
import { Cross, Error, InfoSign, Tick, WarningSign } from '@blueprintjs/icons';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { dismissToast, type Toast } from './toast-store.ts';

const icons = { info: <InfoSign />, success: <Tick />, warning: <WarningSign />, error: <Error /> };

/** One toast. Its timer pauses while the pointer or the focus is in the toast. */
export function ToastCard({ toast }: { readonly toast: Toast }) {
  const { t } = useTranslation('shell');
  const card = useRef<HTMLDivElement>(null);
  const isHeld = useHeld(card);
  const { id, action, language } = toast;
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => dismissToast(id), toast.autoHideDuration);
    return () => clearTimeout(timer);
  }, [isHeld, id, toast.autoHideDuration]);
  return (
    <div ref={card} data-toast={id} className={`toast toast-${toast.severity}`}>
      <span className="toast-icon">{icons[toast.severity]}</span>
      <span className="toast-message" lang={language}>
        {toast.message}
      </span>
      {action && (
        <Button
          className="toast-action"
          variant="minimal"
          size="small"
          lang={language}
          text={action.text}
          onClick={() => {
            dismissToast(id);
            void action.run();
          }}
        />
      )}
      <Button
        variant="minimal"
        icon={<Cross />}
        aria-label={t('dismiss')}
        onClick={() => dismissToast(id)}
        size="small"
      />
    </div>
  );
}

/** True while the pointer or the focus is in the element. */
export function useHeld(ref: RefObject<HTMLElement | null>): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const element = ref.current;
    const hold = () => setHeld(true);
    const release = () => setHeld(false);
    for (const name of ['pointerenter', 'focusin']) element?.addEventListener(name, hold);
    for (const name of ['pointerleave', 'focusout']) element?.addEventListener(name, release);
    return () => {
      for (const name of ['pointerenter', 'focusin']) element?.removeEventListener(name, hold);
      for (const name of ['pointerleave', 'focusout']) element?.removeEventListener(name, release);
    };
  }, [ref]);
  return held;
}
