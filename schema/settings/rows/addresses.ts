import { host, port, textLike, webAddress, wholeNumber } from '../kinds.ts';
import { gateway, servers, workers } from '../readers.ts';
import type { Setting } from '../setting.ts';

/** Where the processes are reached, and through what. */
export const addresses = {
  PUBLIC_URL: {
    ...webAddress,
    readBy: servers,
    means: 'where browsers reach the gateway; QR codes and links begin with it',
  },
  PORT: { ...port, standard: '4000', readBy: servers, means: 'the port of the gateway' },
  HOST: {
    ...host,
    readBy: ['launcher', 'gateway'],
    means: 'the address that the gateway binds; unset, all of them, and with the demo school this machine alone',
  },
  API_PORT: { ...port, standard: '4001', readBy: servers, means: 'the port of the API' },
  API_HOST: { ...host, standard: '127.0.0.1', readBy: servers, means: 'the address that the API binds' },
  WORKER_PORT: { ...port, standard: '4002', readBy: workers, means: 'the port on which the worker says how it is' },
  WORKER_HOST: { ...host, standard: '127.0.0.1', readBy: workers, means: 'the address that the worker binds' },
  API_URL: {
    ...webAddress,
    readBy: ['launcher', 'gateway'],
    means: 'an /api that somebody else runs; then no database, no API and no worker is started',
  },
  TRUST_PROXY: {
    ...textLike('"off", the number of proxies in front, or their addresses, such as loopback', isProxyTrust),
    standard: 'off',
    readBy: gateway,
    means: 'the proxies in front, as Express takes them, such as `loopback` or `1`',
  },
  MAX_CONNECTIONS: {
    ...wholeNumber(100, 1_000_000),
    standard: '20000',
    readBy: gateway,
    means: 'connections to the gateway at once',
  },
} as const satisfies Record<string, Setting>;

// `true` would trust every address that a stranger writes into a header.
function isProxyTrust(value: string): boolean {
  return (
    value === 'off' ||
    /^\d{1,2}$/.test(value) ||
    (!/^(true|false|on|yes|no)$/i.test(value) && /^[\w.:/, ]+$/.test(value))
  );
}
