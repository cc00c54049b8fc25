import { host, hosts, port, textLike, webAddress, wholeNumber } from '../kinds.ts';
import { gateway, servers, workers } from '../readers.ts';
import type { Setting } from '../setting.ts';

/** The addresses and ports of the processes, and the proxies in front. */
export const addresses = {
  PUBLIC_URL: {
    ...webAddress,
    readBy: servers,
    means: 'the address at which browsers reach the gateway; QR codes and links begin with it',
  },
  PORT: { ...port, standard: '4000', readBy: servers, means: 'the port of the gateway' },
  HOST: {
    ...host,
    readBy: ['launcher', 'gateway'],
    means:
      'the address that the gateway listens on; unset: all addresses, or only this machine while there is a demo school',
  },
  API_PORT: { ...port, standard: '4001', readBy: servers, means: 'the port of the API' },
  API_HOST: { ...host, standard: '127.0.0.1', readBy: servers, means: 'the address that the API listens on' },
  WORKER_PORT: { ...port, standard: '4002', readBy: workers, means: 'the port of the worker for health checks' },
  WORKER_HOST: { ...host, standard: '127.0.0.1', readBy: workers, means: 'the address that the worker listens on' },
  API_URL: {
    ...webAddress,
    readBy: ['launcher', 'gateway'],
    means: 'an external /api; set, no database, API or worker is started',
  },
  ALLOWED_HOSTS: {
    ...hosts,
    readBy: ['gateway', 'api', 'worker', 'commands'],
    means:
      'further names by which browsers reach the gateway, separated by commas; once `PUBLIC_URL` is not this machine, requests for other names than its own and these are refused (numbers, names without a dot and health checks are not)',
  },
  TRUST_PROXY: {
    ...textLike('"off", the number of proxies in front, or their addresses, such as loopback', isProxyTrust),
    standard: 'off',
    readBy: gateway,
    means: "the trusted proxies in Express's form, such as `loopback` or `1`",
  },
  SECURITY_CONTACT: {
    ...textLike('a mailto: or https: address, such as mailto:security@school.example', isContact),
    readBy: gateway,
    means:
      'whom finders of a weakness write to, in `/.well-known/security.txt` (RFC 9116); unset: there is no such file',
  },
  MAX_CONNECTIONS: {
    ...wholeNumber(100, 1_000_000),
    standard: '20000',
    readBy: gateway,
    means: 'the maximum of connections to the gateway',
  },
} as const satisfies Record<string, Setting>;

// `true` would trust every address that a client writes into X-Forwarded-For.
function isProxyTrust(value: string): boolean {
  return (
    value === 'off' ||
    /^\d{1,2}$/.test(value) ||
    (!/^(true|false|on|yes|no)$/i.test(value) && /^[\w.:/, ]+$/.test(value))
  );
}

// The value goes into one line of a file, so it has no space.
function isContact(value: string): boolean {
  return /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(value);
}
