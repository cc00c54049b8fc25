// Players to be framed, made of the kept form of a link (`youtubeLinkOf`, `wordwallLinkOf`) and of nothing else.

/** Where YouTube's player without cookies lives. */
export const youtubePlayer = 'https://www.youtube-nocookie.com';

export const wordwall = 'https://wordwall.net';

/** Every site that our pages frame. */
export const framedSites = [youtubePlayer, wordwall] as const;

/** Those that a page asks whether they are let through, since their frames tell nobody. */
export const probedSites = [wordwall] as const;

/** Where the player of a kept YouTube link is: without cookies, with related films of the same channel alone. */
export function youtubeEmbedOf(link: string): string {
  const { searchParams } = new URL(link);
  const start = searchParams.get('t');
  const query = new URLSearchParams({ rel: '0', playsinline: '1', ...(start ? { start } : {}) });
  return `${youtubePlayer}/embed/${searchParams.get('v') ?? ''}?${query.toString()}`;
}

/** Where the frame of a kept Wordwall link is; what was kept as an embed link is one already. */
export function wordwallEmbedOf(link: string): string {
  const { origin, pathname, search } = new URL(link);
  return `${origin}${pathname.startsWith('/embed/') ? '' : '/embed'}${pathname}${search}`;
}
