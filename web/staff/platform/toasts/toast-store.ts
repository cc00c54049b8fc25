import { useSyncExternalStore } from 'react';
import { createListeners } from '#web/shared/listeners.ts';

type Severity = 'info' | 'success' | 'warning' | 'error';

/** The button of a toast. */
interface ToastAction {
  readonly text: string;
  readonly run: () => Promise<void> | void;
}

/** A toast of the spec's section 3; `id` is the creation time, made unique. */
export interface Toast {
  readonly id: number;
  readonly message: string;
  readonly severity: Severity;
  /** Milliseconds. */
  readonly autoHideDuration: number;
  /** The language the message is in, so that it is read aloud rightly. */
  readonly language: string;
  readonly action?: ToastAction | undefined;
}

const defaultDuration = 3000;
const listeners = createListeners();
let toasts: readonly Toast[] = [];

function change(next: readonly Toast[]): void {
  toasts = next;
  listeners.tell();
}

type NewToast = Pick<Toast, 'message'> & Partial<Pick<Toast, 'severity' | 'autoHideDuration' | 'action'>>;

/**
 * Shows a message at the top centre. A message that is already shown is not repeated, unless it has an action. Returns
 * the toast's id, for `dismissToast`.
 */
export function showToast({
  message,
  severity = 'info',
  autoHideDuration = defaultDuration,
  action,
}: NewToast): number {
  const id = Math.max(Date.now(), (toasts.at(-1)?.id ?? 0) + 1);
  const others = toasts.filter((toast) => toast.message !== message || toast.action !== undefined);
  const language = document.documentElement.lang;
  change([...others, { id, message, severity, autoHideDuration, language, action }]);
  return id;
}

export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(listeners.subscribe, () => toasts);
}
