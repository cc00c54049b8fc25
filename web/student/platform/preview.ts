import { local, readStored } from '#web/shared/storage.ts';

/** Whether staff preview the page at this address. */
export const isPreview = (search: string): boolean => new URLSearchParams(search).has('preview');

/**
 * The staff session for a preview in this browser, as section 3 stores it; null without one. The staff's own tabs
 * refresh it, and /api decides what it may read.
 */
export function previewToken(): string | null {
  if (!isPreview(window.location.search)) return null;
  const info = readStored(local, 'loginInfo');
  if (typeof info !== 'object' || info === null || !('accessToken' in info)) return null;
  return typeof info.accessToken === 'string' ? info.accessToken : null;
}
