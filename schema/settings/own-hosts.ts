import { isThisMachine } from './this-machine.ts';

interface OurHosts {
  /** The hosts of these addresses are ours. */
  readonly addresses: readonly string[];
  /** Further hosts of ours, without ports. */
  readonly allowed: readonly string[];
}

/** Paths that orchestrators, load balancers and monitors ask, by whatever name. */
const probed = /^\/(?:healthz|readyz|livez|metrics)(?:\?|$)/;

/**
 * Checks by a request's Host and path whether the request is meant for us. A stranger's name that points at this server
 * (DNS rebinding) is refused. IP addresses pass, since nobody can point them elsewhere. Names without a dot pass too:
 * containers and services of the internal network use them.
 */
export function createHostCheck({ addresses, allowed }: OurHosts): (host: string, path: string) => boolean {
  const ours = new Set([...addresses.map((address) => new URL(address).hostname), ...allowed].map(folded));
  return (host, path) => {
    const name = nameIn(host);
    return ours.has(name) || isNumber(name) || !name.includes('.') || isLocal(name) || probed.test(path);
  };
}

const folded = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** The name of a Host header, without its port. */
const nameIn = (host: string): string => folded(host.replace(/:\d*$/, ''));

const isNumber = (name: string): boolean => name.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(name);

const isLocal = (name: string): boolean => name.endsWith('.localhost');

/** Whether hosts are checked at all: not while the installation has no address but this machine's. */
export const checksHosts = (publicUrl: string): boolean => !isThisMachine(publicUrl);
