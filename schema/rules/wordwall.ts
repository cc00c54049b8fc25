import { pastedAddress } from './pasted-address.ts';

const hosts = new Set(['wordwall.net', 'www.wordwall.net']);

// How an embedded game looks; everything else in a query is not the game's.
const looks = ['themeId', 'templateId', 'fontStackId'];

/**
 * The canonical form of a Wordwall link: `https://wordwall.net/resource/<id>`, `…/play/<id>/<id>/<id>` or
 * `…/embed/<code>`, built from its ids alone. Null for a link that names no game on Wordwall.
 */
export function wordwallLinkOf(pasted: string): string | null {
  const url = pastedAddress(pasted);
  if (!url || !hosts.has(url.hostname)) return null;
  // Its pages are also under a language: /ja/resource/…
  const path = url.pathname.replace(/^\/[a-z]{2}(-[a-z]{2,4})?(?=\/)/i, '');
  const [, resource] = /^(?:\/embed)?\/resource\/(\d{1,15})(?:\/|$)/.exec(path) ?? [];
  if (resource) return `https://wordwall.net/resource/${resource}`;
  const [, play] = /^(?:\/embed)?\/play\/(\d{1,15}\/\d{1,15}\/\d{1,15})\/?$/.exec(path) ?? [];
  if (play) return `https://wordwall.net/play/${play}`;
  const [, code] = /^\/embed\/([\da-z]{16,64})\/?$/i.exec(path) ?? [];
  return code ? `https://wordwall.net/embed/${code}${lookOf(url)}` : null;
}

function lookOf({ searchParams }: URL): string {
  const kept = looks.flatMap((name) => {
    const value = searchParams.get(name) ?? '';
    return /^\d{1,6}$/.test(value) ? [`${name}=${value}`] : [];
  });
  return kept.length > 0 ? `?${kept.join('&')}` : '';
}
