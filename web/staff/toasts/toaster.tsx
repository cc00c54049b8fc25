import { Button } from '@blueprintjs/core';
import { Cross, Error, InfoSign, Tick, WarningSign } from '@blueprintjs/icons';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { dismissToast, useToasts, type Toast } from './toast-store.ts';
import { useHeld } from './use-held.ts';
import './toaster.css';

const icons = { info: <InfoSign />, success: <Tick />, warning: <WarningSign />, error: <Error /> };

function ToastCard({ toast }: { readonly toast: Toast }) {
  const { t } = useTranslation('shell');
  const card = useRef<HTMLDivElement>(null);
  const held = useHeld(card);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => dismissToast(toast.id), toast.autoHideDuration);
    return () => clearTimeout(timer);
  }, [held, toast]);
  return (
    <div ref={card} className={`toast toast-${toast.severity}`}>
      <span className="toast-icon">{icons[toast.severity]}</span>
      <span className="toast-message" lang={toast.language}>
        {toast.message}
      </span>
      <Button
        variant="minimal"
        icon={<Cross />}
        aria-label={t('dismiss')}
        onClick={() => dismissToast(toast.id)}
        size="small"
      />
    </div>
  );
}

/** Top centre, dismissible, not dismissed by a click elsewhere (spec, section 9). The live region is always there. */
export function Toaster() {
  const { t } = useTranslation('shell');
  const toasts = useToasts();
  return (
    <div role="log" aria-live="assertive" aria-label={t('notifications')} className="toaster">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}
