import { randomBytes } from 'node:crypto';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { nodeFlags } from '#launch/node-flags.ts';
import { freePort } from '#tests/support/ports.ts';
import { programOf } from '#tests/support/programs.ts';
import type { GatewayCase } from './gateway-cases.ts';
import { memoryAnswers } from './gateway-cases.ts';
import { requestText } from './connections.ts';
import { type Server, startProcess, startServer } from './processes.ts';

/** One way to the same answer: a server of its own, and what it is sent for each case. */
export interface Contestant {
  readonly name: string;
  readonly server: Server;
  requests(which: GatewayCase): readonly string[];
}

/** How callers sign themselves in; a student's page needs nothing. */
export type Headers = Readonly<Record<string, string>>;

// What the web app's client sends along.
const graphqlHeaders = { accept: 'application/graphql-response+json,application/json;q=0.9', 'user-agent': 'bench' };

const asRest = (staff: Headers) => (which: GatewayCase) =>
  which.rest.map((path) => requestText(path, which.asStaff ? staff : {}));
const asGraphql = (staff: Headers, body: 'byHash' | 'byText') => (which: GatewayCase) => [
  requestText('/graphql', { ...graphqlHeaders, ...(which.asStaff && staff) }, which[body]),
];

/**
 * The service that answers from memory, a bare proxy, a plain Apollo Server and the gateway, each a process; `changing` is
 * for answers of which no two are the same to the last byte.
 */
export async function startContestants(folder: string, { changing = false } = {}): Promise<Contestant[]> {
  const staff = await memoryStaff();
  const rest = await startServer('tests/bench/memory-service.ts', { CHANGING: changing ? '1' : '0' }, memoryAnswers);
  const API_URL = rest.url;
  return [
    { name: 'REST service', server: rest, requests: asRest(staff) },
    {
      name: 'bare proxy',
      server: await startServer('tests/bench/bare-proxy.ts', { API_URL }),
      requests: asRest(staff),
    },
    {
      name: 'plain Apollo',
      server: await startServer('tests/bench/plain-apollo.ts', { API_URL }),
      requests: asGraphql(staff, 'byText'),
    },
    await startGateway(API_URL, staff, folder),
  ];
}

/**
 * The gateway as `npm start` runs it, in front of any REST service: its bundle. tsx would transform its source, and name
 * every inner function at each request, which no other contestant has to do.
 */
export async function startGateway(apiUrl: string, staff: Headers, folder: string): Promise<Contestant> {
  const port = await freePort();
  const log = openSync(join(folder, `gateway-${port}.log`), 'w');
  const { file } = await programOf('gateway');
  const settings = { API_URL: apiUrl, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'info' };
  const server = await startProcess(
    file,
    { ...settings, MANABOOK_ROOT: process.cwd() },
    {
      ...{ port, stdout: log, flags: nodeFlags.gateway },
    },
  );
  return { name: 'gateway', server, requests: asGraphql(staff, 'byHash') };
}

/** The REST service itself as a contestant. */
export const restContestant = (server: Server, staff: Headers): Contestant => ({
  name: 'REST service',
  server,
  requests: asRest(staff),
});

// A session as the web app holds one; the service in memory looks at neither of the two.
async function memoryStaff(): Promise<Headers> {
  const token = await new SignJWT({ sid: '01900000-0000-7000-8000-000000000001', role: 'Administrator' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('manabook')
    .setAudience('staff')
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(randomBytes(32));
  return { authorization: `Bearer ${token}`, 'x-refresh-token': randomBytes(32).toString('base64url') };
}
