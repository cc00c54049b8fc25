import { urlOf } from '#web/shared/url-of.ts';

/** What one of our codes opens; `typed` is a code as it stands in print, which the server has to read. */
export interface ScannedCode {
  readonly opens: 'class' | 'content' | 'book' | 'typed';
  readonly code: string;
}

/** Why a code opened nothing, by the words that say it. */
export type CodeHint = 'codeMissing' | 'codeUnknown' | 'offlineShort' | 'tooMany' | 'tryAgainSoon';

const hashCode = /^[\w-]{1,64}$/;
const printed = /^[\p{L}\p{N}][\p{L}\p{N}\s._ー-]{0,59}$/u;
const page = /\/student\/(?:(class|content)\/([\w-]{1,64})|[a-z-]+(?:\/[a-z]+)?)\/?$/i;

/** What a picture's code says to us, or null. Of an address only the path counts: nobody is ever led to another site. */
export function scannedCode(text: string): ScannedCode | null {
  const said = text.normalize('NFKC').trim();
  const url = urlOf(said);
  if (!url) return printed.test(said) ? { opens: 'typed', code: said } : null;
  const { protocol, pathname, searchParams } = url;
  const found = /^https?:$/.test(protocol) ? page.exec(pathname) : null;
  if (!found) return null;
  const [, opens, code] = found;
  if (opens && code) return { opens: opens.toLowerCase() === 'class' ? 'class' : 'content', code };
  // The pages of a class or a book without a code in their path, as links of a wall have it.
  for (const named of ['class', 'book'] as const) {
    const given = searchParams.get(named);
    if (given && hashCode.test(given)) return { opens: named, code: given };
  }
  return null;
}
