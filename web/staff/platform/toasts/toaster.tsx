import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ToastCard } from './toast-card.tsx';
import { useToasts } from './toast-store.ts';
import { useToastFocus } from './use-toast-focus.ts';
import './toaster.css';

/**
 * Top centre, dismissible, not dismissed by a click elsewhere (spec, section 9). Live regions that are always there read
 * the toasts aloud: errors at once, all others when the screen reader has finished its sentence.
 */
export function Toaster() {
  const { t } = useTranslation('shell');
  const toasts = useToasts();
  const root = useRef<HTMLDivElement>(null);
  useToastFocus(root);
  const cards = (isError: boolean) =>
    toasts
      .filter(({ severity }) => (severity === 'error') === isError)
      .map((toast) => <ToastCard key={toast.id} toast={toast} />);
  return (
    <div ref={root} role="region" aria-label={t('notifications')} className="toaster">
      <div role="alert" aria-atomic="false">
        {cards(true)}
      </div>
      <div role="status" aria-atomic="false">
        {cards(false)}
      </div>
    </div>
  );
}
