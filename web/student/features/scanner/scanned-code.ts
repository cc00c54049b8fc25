import { urlOf } from '#schema/rules/url-of.ts';

/** The target of a code. `card`: a child's own card. `typed`: a printed code, which the server resolves. */
export interface ScannedCode {
  readonly opens: 'class' | 'content' | 'unit' | 'book' | 'card' | 'typed';
  readonly code: string;
}

/** Why a code did not open, by the key of its text. */
export type CodeHint =
  'codeMissing' | 'codeUnknown' | 'codeGone' | 'cardGone' | 'offlineShort' | 'tooMany' | 'tryAgainSoon';

const hashCode = /^[\w-]{1,64}$/;
const printed = /^[\p{L}\p{N}][\p{L}\p{N}\s._ー-]{0,59}$/u;
const card = /\/student\/card\/?$/i;
const page = /\/student\/(?:(class|content)\/([\w-]{1,64})|[a-z-]+(?:\/[a-z]+)?)\/?$/i;

/**
 * Parses a scanned text; null when it is not ours. Only the path of an address counts, so a code never leads to another
 * site.
 */
export function scannedCode(text: string): ScannedCode | null {
  const plain = text.normalize('NFKC').trim();
  const url = urlOf(plain);
  if (!url) return printed.test(plain) ? { opens: 'typed', code: plain } : null;
  const { protocol, pathname, searchParams, hash } = url;
  const found = /^https?:$/.test(protocol) ? page.exec(pathname) : null;
  if (!found) return null;
  if (card.test(pathname)) return hashCode.test(hash.slice(1)) ? { opens: 'card', code: hash.slice(1) } : null;
  const [, opens, code] = found;
  if (opens && code) return { opens: opens.toLowerCase() === 'class' ? 'class' : 'content', code };
  // Pages with the class, unit or book in the query, as in links of a wall. A unit's link names its book too.
  for (const named of ['class', 'unit', 'book'] as const) {
    const code = searchParams.get(named);
    if (code && hashCode.test(code)) return { opens: named, code: code };
  }
  return null;
}
