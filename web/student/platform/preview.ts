import { local, readStored } from '#web/shared/storage.ts';

/** Whether staff preview the page at this address. */
export const isPreview = (search: string): boolean => new URLSearchParams(search).has('preview');

/**
 * The session of whoever previews in this browser, as section 3 has it stored; null without one. It is only read: the staff's
 * own tabs keep it fresh, and the /api decides what it opens.
 */
export function previewToken(): string | null {
  if (!isPreview(window.location.search)) return null;
  const info = readStored(local, 'loginInfo');
  if (typeof info !== 'object' || info === null || !('accessToken' in info)) return null;
  return typeof info.accessToken === 'string' ? info.accessToken : null;
}
