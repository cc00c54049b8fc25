/** The unit for rate limits: an IPv4 address, or the /64 of an IPv6 address, which one household owns. */
export function networkOf(address: string): string {
  const v4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (v4 !== undefined) return v4;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}
