import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

// The IPv4 networks that are not public, from the registry of special-purpose addresses (RFC 6890).
const closed: readonly [net: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
// Only global unicast is public in IPv6, except Teredo, 6to4 and documentation addresses, which contain or replace
// others.
const closedV6: readonly [net: string, bits: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
const notPublic = new BlockList();
for (const [net, bits] of closed) notPublic.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of closedV6) notPublic.addSubnet(net, bits, 'ipv6');

/** Whether an IP address belongs to the public internet: no loopback, private, link-local or reserved one. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  return family === 6 && globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/** The host of a URL as `net` takes it: IPv6 without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Whether a URL names an address or a host that is never public. The connection checks the addresses of a name. */
export function namesLocalHost(url: string): boolean {
  const host = hostOf(new URL(url)).replace(/\.$/, '');
  if (isIP(host) > 0) return !isPublicAddress(host);
  return host === 'localhost' || /\.(localhost|local|internal)$/.test(host) || !host.includes('.');
}

/** A connection that was refused since its address is not public. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/**
 * Resolves a host for a connection and refuses it when one of its addresses is not public. The connection goes to the
 * checked addresses, so that a second answer of the DNS (rebinding) changes nothing.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) callback(error ?? new Error(`${hostname} has no address`), []);
    else if (!addresses.every(({ address }) => isPublicAddress(address)))
      callback(new AddressRefused('The address is not public'), []);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
