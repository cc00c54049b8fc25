import { isIP } from 'node:net';
import { networkOf } from './network.ts';

/** An address as it may be stored: the /24 of an IPv4 address, the /48 of an IPv6 one; null for what is no address. */
export function shortened(address: string | undefined): string | null {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIP(plain) === 4) return plain.replace(/\d+$/, '0');
  if (isIP(plain) !== 6) return null;
  const network = networkOf(plain).split(':').slice(0, 3).join(':');
  // The way everybody writes it: 2001:db8:17::
  return new URL(`http://[${network}::]`).hostname.slice(1, -1);
}
