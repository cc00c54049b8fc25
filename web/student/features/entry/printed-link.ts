import { patterns } from '#web/shared/paths.ts';

interface Address {
  readonly pathname: string;
  /** The query string with its `?`, or empty. */
  readonly search: string;
  readonly params: { readonly contentHashCode?: string | undefined };
}

/**
 * The hash code of the printed link at this address; null for a link of the app. A printed link of a content names no
 * class and no book; a printed link of a unit or a book has the parameter `printed`.
 */
export function printedLinkOf({ pathname, search, params }: Address): string | null {
  const query = new URLSearchParams(search);
  if (params.contentHashCode !== undefined)
    return ['class', 'book', 'preview'].some((name) => query.has(name)) ? null : params.contentHashCode;
  if (!query.has('printed')) return null;
  // The router ignores case and a trailing slash.
  const page = pathname.toLowerCase().replace(/\/+$/, '');
  const named = page === patterns.unitDetail ? 'unit' : page === patterns.unitList ? 'book' : null;
  return (named && query.get(named)) || null;
}
