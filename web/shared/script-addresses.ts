import { urlOf } from '#schema/rules/url-of.ts';

/** The part of the browser's Trusted Types that this file uses. TypeScript's library does not have them. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string | null }): unknown;
}

/**
 * Whether a script may be loaded from an address: a file of our build, the service worker, or a worker that the media
 * library makes from its own code. Uploaded files are served from other paths.
 */
export function isScriptAddress(address: string, page: string): boolean {
  const wanted = urlOf(address, page);
  if (!wanted || wanted.origin !== new URL(page).origin) return false;
  const { protocol, pathname } = wanted;
  return protocol === 'blob:' || pathname === '/service-worker.js' || pathname.startsWith('/assets/');
}

// With Trusted Types the content security policy refuses every text that would become a script. The default policy
// allows the addresses of our own workers and of the libraries' workers. Other browsers need no policy.
const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy('default', {
  createScriptURL: (address) => (isScriptAddress(address, location.href) ? address : null),
});
