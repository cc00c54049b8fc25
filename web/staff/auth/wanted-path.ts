import { urlOf } from '#web/shared/url-of.ts';

/** The page asked for before sign-in, from `?to=`: a path of this very origin, or nothing. */
export function wantedPath(search: URLSearchParams, origin: string): string | undefined {
  const to = search.get('to');
  // `//host` and `/\host` look like paths and are not.
  if (to === null || !/^\/(?![/\\])/.test(to)) return undefined;
  const url = urlOf(to, origin);
  if (url?.origin !== origin || url.pathname === '/login') return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
