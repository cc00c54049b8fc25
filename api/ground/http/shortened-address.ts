import { isIP } from 'node:net';
import { networkOf } from './network.ts';

/**
 * An anonymised address for storage: the /24 of an IPv4 address, the /48 of an IPv6 address; null for an invalid
 * address.
 */
export function shortened(address: string | undefined): string | null {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIP(plain) === 4) return plain.replace(/\d+$/, '0');
  if (isIP(plain) !== 6) return null;
  const network = networkOf(plain).split(':').slice(0, 3).join(':');
  // The canonical form, such as 2001:db8:17::
  return new URL(`http://[${network}::]`).hostname.slice(1, -1);
}
