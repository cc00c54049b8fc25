/**
 * The web address in a pasted text: a bare address, with or without `https://`, or the `src` of an embed snippet. Null
 * for other schemes, and for user names and ports, which only serve to mislead.
 */
export function pastedAddress(pasted: string): URL | null {
  const source = /<iframe\b[^>]*?\ssrc\s*=\s*["']([^"']+)["']/i.exec(pasted)?.[1]?.replaceAll('&amp;', '&') ?? pasted;
  const address = source.trim();
  const whole = /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address.replace(/^\/\//, '')}`;
  const url = read(whole);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null;
  return url.username === '' && url.password === '' && url.port === '' ? url : null;
}

function read(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
