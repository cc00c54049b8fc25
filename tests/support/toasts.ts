import { renderHook } from '@testing-library/react';
import { dismissToast, useToasts } from '#web/staff/platform/toasts/toast-store.ts';

/**
 * Dismisses all toasts, and returns their messages. The files of one worker share the store, in which a toast's time
 * stands still while no page shows the toast. A late answer can add a toast after its test.
 */
export function takeToasts(): readonly string[] {
  const { result, unmount } = renderHook(() => useToasts());
  unmount();
  for (const { id } of result.current) dismissToast(id);
  return result.current.map(({ message }) => message);
}
