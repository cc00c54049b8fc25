import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ToastCard } from './toast-card.tsx';
import { useToasts } from './toast-store.ts';
import { useToastFocus } from './use-toast-focus.ts';
import './toaster.css';

/** Top centre, dismissible, not dismissed by a click elsewhere (spec, section 9). The live region is always there. */
export function Toaster() {
  const { t } = useTranslation('shell');
  const toasts = useToasts();
  const root = useRef<HTMLDivElement>(null);
  useToastFocus(root);
  return (
    <div ref={root} role="log" aria-live="assertive" aria-label={t('notifications')} className="toaster">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}
