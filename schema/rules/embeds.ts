// Players to be framed, made of the kept form of a link (`youtubeLinkOf`, `wordwallLinkOf`) and of nothing else.

/** The site of YouTube's player without cookies. */
export const youtubePlayer = 'https://www.youtube-nocookie.com';

export const wordwall = 'https://wordwall.net';

/** Every site that our pages frame. */
export const framedSites = [youtubePlayer, wordwall] as const;

/** Those that a page asks whether they are let through, since their frames tell nobody. */
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
