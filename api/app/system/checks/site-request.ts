import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { TLSSocket } from 'node:tls';
import { z } from 'zod';
import { reasonOf } from '../finding.ts';

const patienceMs = 3_000;

/** The gateway's answer to `/proxy-check`. */
const echo = z.object({
  service: z.literal('manabook'),
  forwarded: z.enum(['none', 'trusted', 'untrusted']),
  protocol: z.enum(['http', 'https']),
  // A gateway of the release before does not say.
  inventedBelieved: z.boolean().default(false),
});
export type Echo = z.output<typeof echo>;

export interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly text: string;
  readonly certificate: Certificate | undefined;
}

export interface Certificate {
  /** Why a browser would reject the certificate; undefined when it is trusted. */
  readonly refused: string | undefined;
  readonly endsAt: Date;
}

interface Options {
  readonly method?: string;
  readonly headers?: Record<string, string | number>;
}

export const open = (url: URL, options: Options) =>
  // The certificate has a finding of its own, so an invalid one does not end the request.
  url.protocol === 'https:'
    ? httpsRequest(url, { ...options, agent: false, rejectUnauthorized: false, timeout: patienceMs })
    : httpRequest(url, { ...options, agent: false, timeout: patienceMs });

export function ask(url: URL, options: Options = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = open(url, options);
    request.on('timeout', () => request.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })));
    request.on('error', reject);
    request.on('response', (response) => {
      const { socket, statusCode: status = 0, headers } = response;
      const certificate = socket instanceof TLSSocket ? certificateOf(socket) : undefined;
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > 10_000) response.destroy();
      });
      response.on('close', () => resolve({ status, location: headers.location, text, certificate }));
    });
    request.end();
  });
}

function certificateOf(socket: TLSSocket): Certificate {
  const refused = socket.authorized ? undefined : reasonOf(socket.authorizationError);
  return { refused, endsAt: new Date(socket.getPeerCertificate().valid_to) };
}

/** What the gateway says to `/proxy-check`; undefined for another site's answer. */
export const echoIn = ({ status, text }: Answer): Echo | undefined =>
  status === 200 ? echo.safeParse(parsed(text)).data : undefined;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
