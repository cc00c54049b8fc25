// The addresses of embedded players, built only from the canonical form of a link (`youtubeLinkOf`, `wordwallLinkOf`).

/** The site of YouTube's player without cookies. */
export const youtubePlayer = 'https://www.youtube-nocookie.com';

export const wordwall = 'https://wordwall.net';

/** Every site that our pages frame. */
export const framedSites = [youtubePlayer, wordwall] as const;

/** The sites that a page probes for a block by the network, since their frames do not report one. */
export const probedSites = [wordwall] as const;

/** The player's address for a stored YouTube link: without cookies, with related films of the same channel only. */
export function youtubeEmbedOf(link: string): string {
  const { searchParams } = new URL(link);
  const start = searchParams.get('t');
  const query = new URLSearchParams({ rel: '0', playsinline: '1', ...(start ? { start } : {}) });
  return `${youtubePlayer}/embed/${searchParams.get('v') ?? ''}?${query.toString()}`;
}

/** The frame's address for a stored Wordwall link; a stored embed link is the address already. */
export function wordwallEmbedOf(link: string): string {
  const { origin, pathname, search } = new URL(link);
  return `${origin}${pathname.startsWith('/embed/') ? '' : '/embed'}${pathname}${search}`;
}
