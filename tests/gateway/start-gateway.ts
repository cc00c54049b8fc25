import request from 'supertest';
import type { Test } from 'supertest';
import { onTestFinished } from 'vitest';
import { createApp } from '#gateway/app.ts';
import { createLog } from '#gateway/log.ts';
import type { Gateway } from '#gateway/app.ts';
import { readSettings } from '#gateway/settings.ts';
import type { Settings } from '#gateway/settings.ts';
import type { StandIn } from './stand-in.ts';

export interface TestGateway extends Gateway {
  readonly url: string;
  /** Every line it has logged. */
  readonly lines: string[];
  graphql(query: string, variables?: object): Test;
}

/** A gateway in this process on a free port, in front of a stand-in. Ends with the test. */
export async function startGateway(
  standIn: Pick<StandIn, 'url'>,
  changes: Partial<Settings> = {},
): Promise<TestGateway> {
  const settings = readSettings({
    API_URL: standIn.url,
    PORT: '0',
    HOST: '127.0.0.1',
    FREE_OPERATIONS: 'everyone',
  });
  const lines: string[] = [];
  const log = createLog('debug', { write: (line: string) => lines.push(line) });
  const gateway = await createApp({ ...settings, ...changes }, log);
  const url = `http://127.0.0.1:${await gateway.start()}`;
  onTestFinished(async () => {
    gateway.server.closeAllConnections();
    await gateway.stop();
  });
  const graphql = (query: string, variables?: object) => request(url).post('/graphql').send({ query, variables });
  return { ...gateway, url, lines, graphql };
}

/** The first error of a GraphQL answer, to be matched against. */
export function firstError(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('errors' in body) || !Array.isArray(body.errors)) return undefined;
  return body.errors[0];
}
