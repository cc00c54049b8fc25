const nowhere = 'http://page.invalid';

// Under these the next part of the path is a code that opens something.
const codes: Readonly<Record<string, string>> = { class: ':classHashCode', content: ':contentHashCode' };
const id = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
// As long as the codes we make, which no page's name is.
const code = /^[\w-]{20,}$/;

/**
 * What is kept of a page's address: its path, with what opens or names somebody's own taken out, so that no hash code
 * is in what reports show: `/student/content/:contentHashCode`. Undefined when it is no address.
 */
export function pageOf(url: string): string | undefined {
  if (!URL.canParse(url, nowhere)) return undefined;
  const { pathname, protocol } = new URL(url, nowhere);
  if (!/^https?:$/.test(protocol)) return undefined;
  const parts = pathname.split('/');
  return parts.map((part, index) => template(part, parts[index - 1])).join('/');
}

function template(part: string, before: string | undefined): string {
  if (part === '') return part;
  const named = before === undefined ? undefined : codes[before];
  if (named !== undefined) return named;
  if (id.test(part)) return ':id';
  return code.test(part) ? ':code' : part;
}
