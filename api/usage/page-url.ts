const nowhere = 'http://page.invalid';

/** The path of a page's address, without its query and fragment. Undefined when the text is no address. */
export function pathOf(url: string): string | undefined {
  if (!URL.canParse(url, nowhere)) return undefined;
  const { pathname, protocol } = new URL(url, nowhere);
  return /^https?:$/.test(protocol) ? pathname : undefined;
}
