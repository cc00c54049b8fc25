import { pastedAddress } from './pasted-address.ts';

const hosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
]);
const shortHosts = new Set(['youtu.be', 'www.youtu.be']);

// Both have as many letters as an id, and are a list or a channel instead of one film.
const noFilms = new Set(['videoseries', 'live_stream']);

/**
 * The canonical form of a YouTube link: `https://www.youtube.com/watch?v=<id>`, with `&t=<seconds>` for a later start.
 * It is built from its id alone. Null for a link that names no film on YouTube.
 */
export function youtubeLinkOf(pasted: string): string | null {
  const url = pastedAddress(pasted);
  const id = url && filmId(url);
  if (!url || !id || !/^[\w-]{11}$/.test(id) || noFilms.has(id)) return null;
  const start = startSeconds(url);
  return `https://www.youtube.com/watch?v=${id}${start > 0 ? `&t=${start}` : ''}`;
}

function filmId({ hostname, pathname, searchParams }: URL): string | null | undefined {
  if (shortHosts.has(hostname)) return /^\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (!hosts.has(hostname)) return undefined;
  if (/^\/watch\/?$/.test(pathname)) return searchParams.get('v');
  return /^\/(?:embed|shorts|live|watch|v|e)\/([^/]+)\/?$/.exec(pathname)?.[1];
}

// `t=90`, `t=90s`, `t=1m30s`, `start=90`, and the same behind a `#`.
function startSeconds({ searchParams, hash }: URL): number {
  const written =
    searchParams.get('t') ?? searchParams.get('start') ?? new URLSearchParams(hash.slice(1)).get('t') ?? '';
  const [, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(written) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
